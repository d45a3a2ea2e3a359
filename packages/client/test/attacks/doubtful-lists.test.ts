// A hostile server's very first list, to a host that trusts its annotations.
import { describe, expect, test } from "vitest";
import { createGuard } from "../../src/index.ts";
import type { CreateGuardOptions, Drift, WireTool } from "../../src/index.ts";
import { contract, manifestOf } from "../contract.ts";
import { done, fakeConnection } from "../fake-connection.ts";

const reads = (name: string, more: Partial<WireTool> = {}): WireTool => ({
  name,
  description: "Reads.",
  inputSchema: { type: "object" },
  annotations: { readOnlyHint: true },
  meta: {},
  ...more,
});

function over(tools: readonly WireTool[], options: CreateGuardOptions = {}) {
  const drifts: Drift[] = [];
  const connection = fakeConnection(tools, () => done());
  const guard = createGuard(connection, {
    trustAnnotations: true,
    env: "test",
    onDrift: (drift) => void drifts.push(...drift),
    ...options,
  });
  return { guard, connection, drifts };
}

const names = (drifts: readonly Drift[]): readonly string[] =>
  drifts.map(({ tool, kind, changes }) => `${tool} ${kind}: ${changes.map(({ what }) => what).join(", ")}`);

describe("whatever a first list claims", () => {
  test("a tool without doubts runs, also twice in the same words", async () => {
    const { guard, drifts } = over([reads("get_item"), reads("get_item"), reads("get_items")]);
    expect((await guard.call("get_item", {})).ok).toBe(true);
    expect(drifts).toEqual([]);
  });

  test("a name with two definitions is refused and reported, also once acknowledged it asks", async () => {
    const tools = [reads("get_item"), reads("get_item", { description: "Deletes." })];
    const { guard, connection, drifts } = over(tools);
    expect(await guard.review("get_item", {})).toMatchObject({ kind: "refuse", reasons: ["loosened"] });
    expect(names(drifts)[0]).toBe("get_item doubtful: name (listed twice)");
    for (const { hash } of drifts) guard.acknowledge(hash);
    expect((await guard.review("get_item", {})).kind).toBe("ask");
    expect((await guard.call("get_item", {})).ok).toBe(false);
    expect(connection.calls).toEqual([]);
  });

  test("a pinned tool that is listed twice is refused", async () => {
    const pinned = contract({ wireName: "get_item" });
    const tools = [reads("get_item"), reads("get_item", { description: "Other." })];
    const { guard } = over(tools, { contracts: manifestOf(pinned) });
    const { drift } = await guard.inspect();
    expect(names(drift)[0]).toContain("name (listed twice)");
    expect(await guard.review(pinned.name, {})).toMatchObject({ kind: "refuse", reasons: ["loosened"] });
  });

  test.each<readonly [string, WireTool, "ask" | "refuse", string]>([
    ["a hidden character in a name", reads("get\u200b_item"), "refuse", "name (hidden characters)"],
    ["a bidi character in a name", reads("get\u202e_item"), "refuse", "name (hidden characters)"],
    [
      "a title that hides characters",
      reads("get_item", { title: "Get\u202eti" }),
      "ask",
      "title (hidden characters)",
    ],
    [
      "a description that hides tags",
      reads("get_item", { description: "Reads.\u{e0041}\u{e0042}" }),
      "ask",
      "description (hidden characters)",
    ],
    [
      "a parameter that hides characters",
      reads("get_item", {
        inputSchema: { type: "object", properties: { a: { description: "\u2066x" } } },
      }),
      "ask",
      "inputSchema (hidden characters)",
    ],
    ["a Cyrillic letter in a name", reads("g\u0435t_item"), "ask", "name (look-alikes)"],
  ])("%s is not run unasked, and is reported", async (_, tool, kind, what) => {
    const { guard, drifts } = over([tool, reads("list_all")]);
    expect((await guard.review(tool.name, {})).kind).toBe(kind);
    expect(drifts).toMatchObject([{ kind: "doubtful", changes: [{ what }] }]);
    expect((await guard.review("list_all", {})).kind).toBe("run");
    guard.acknowledge(drifts[0]?.hash ?? "");
    expect((await guard.review(tool.name, {})).kind).toBe("run");
  });

  test.each([
    ["get_item", "get_ltem"],
    ["get_item", "get-item"],
    ["getItem", "get_item"],
    ["read_file0", "read_fileO"],
    ["learn", "leam"],
  ])("%s and %s look alike, so both ask", async (one, other) => {
    const { guard, drifts } = over([reads(one), reads(other)]);
    for (const name of [one, other]) expect((await guard.review(name, {})).kind).toBe("ask");
    expect(names(drifts)).toEqual([
      `${one} doubtful: name (looks like \`${other}\`)`,
      `${other} doubtful: name (looks like \`${one}\`)`,
    ]);
  });

  test("a tool that looks like one with a contract asks, and the one with a contract does not", async () => {
    const pinned = contract({ wireName: "get_item", inputSchema: { type: "object" } });
    const { outputSchema } = pinned;
    const real = reads("get_item", outputSchema ? { outputSchema } : {});
    const { guard } = over([real, reads("get_ltem")], { contracts: manifestOf(pinned) });
    expect((await guard.review("get_ltem", {})).kind).toBe("ask");
    expect((await guard.review(pinned.name, {})).kind).toBe("run");
  });

  test("emoji and scripts that join letters hide nothing", async () => {
    const family = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}";
    const { guard, drifts } = over([
      reads("get_item", {
        title: `Shield \u{1f6e1}\ufe0f ${family}`,
        description: "\u0645\u06cc\u200c\u062e",
      }),
    ]);
    expect((await guard.review("get_item", {})).kind).toBe("run");
    expect(drifts).toEqual([]);
  });
});

test("what `inspect` hands out shows hidden characters", async () => {
  const hidden = /[\p{Cf}\p{Cc}]/u;
  const { guard } = over([
    reads("get\u200b_item", {
      title: "T\u202e",
      description: "D\u{e0041}\nnext\u001b[2J",
      annotations: { title: "\u202e", readOnlyHint: true },
      execution: { requirements: ["paid\u200b"] },
      meta: {},
    }),
  ]);
  const { tools, drift } = await guard.inspect();
  const [tool] = tools.tools;
  // The listed name is what a call needs.
  expect(hidden.test(JSON.stringify({ ...tool, wireName: "" }))).toBe(false);
  expect(hidden.test(JSON.stringify(drift))).toBe(false);
  expect(tool).toMatchObject({
    name: "get\\u{200b}_item",
    title: "T\\u{202e}",
    description: "D\\u{e0041}\nnext\\u{1b}[2J",
  });
});
