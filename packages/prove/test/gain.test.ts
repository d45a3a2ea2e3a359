import type { Manifest, ToolContract } from "@proviso/manifest";
import { expect, test } from "vitest";
import { askedOften, callsOf, gainOf, type Gain, toolReaches } from "../src/index.ts";
import { manifestOf } from "./contract.ts";

const reads = `
riskLevel: low
dataFlow: { readsPrivate: true, returnsUntrusted: false }`;
const sends = `
permissions: [shop:send]
sideEffects: [{ sends: A message. }]`;
const edits = `
riskLevel: medium
inputSchema: { amount: { type: integer, minimum: 0, maximum: 1000 } }
sideEffects: [{ updates: The record., reversible: true }]
confirmation: { when: "input.amount >= 500" }
permissions: [shop:write]`;

const whatIf = (within: Manifest, granted: readonly string[], held: readonly string[]): Gain =>
  gainOf(toolReaches(within), granted, held);

const manifest = manifestOf({ reads, sends, edits });

/** As a compiler would refuse it: a tool that sends data out and asks nobody. */
function unasked(tool: ToolContract): ToolContract {
  return tool.name === "shop.sends"
    ? {
        ...tool,
        riskLevel: "low",
        autonomousExecution: true,
        sideEffects: [],
        confirmation: { kind: "never" },
      }
    : tool;
}
const leaky: Manifest = { ...manifest, tools: manifest.tools.map(unasked) };

test("a permission is told by the tools that it opens, and how often a person is asked", () => {
  expect(whatIf(manifest, ["shop:write"], ["shop:read"])).toMatchObject({
    tools: [{ name: "shop.edits", effects: ["updates"] }],
    chains: { all: 0, unasked: 0 },
  });
  expect(whatIf(manifest, ["shop:send"], ["shop:read"])).toMatchObject({
    tools: [{ name: "shop.sends", effects: ["sends"] }],
    chains: { all: 1, unasked: 0 },
  });
  expect(manifest.tools.map(askedOften)).toEqual(["sometimes", "never", "always"]);
});

test("a chain that a permission opens is printed, with the cheapest cut", () => {
  const gain = whatIf(leaky, ["shop:send"], ["shop:read", "shop:write"]);
  expect(gain.chains).toEqual({ all: 1, unasked: 1 });
  expect(gain.harm?.map(({ name }) => name)).toEqual(["shop.reads", "shop.sends"]);
  expect(callsOf(gain.harm ?? [], leaky)).toMatchObject([
    { tool: "shop.reads", input: { id: "x" } },
    { tool: "shop.sends", input: { id: "x" } },
  ]);
  expect(gain.cut).toEqual({ kind: "withhold", permission: "shop:send" });
  const [reader] = leaky.tools.filter(({ name }) => name === "shop.reads");
  const other = { ...(reader as ToolContract), name: "shop.peeks", permissions: ["shop:write"] };
  const copies = leaky.tools.flatMap((tool) =>
    tool.name === "shop.sends"
      ? [tool, { ...tool, name: "shop.posts", permissions: ["shop:write"] }]
      : [tool],
  );
  const many: Manifest = { ...leaky, tools: [...copies, other] };
  expect(whatIf(many, ["shop:send"], ["shop:read", "shop:write"]).cut).toEqual({
    kind: "ask",
    tools: ["shop.sends", "shop.posts"],
  });
});

test("what is not decided counts as possible, without a call that shows it", () => {
  const atNight = (tool: ToolContract): ToolContract =>
    tool.name === "shop.sends"
      ? { ...tool, confirmation: { kind: "when", condition: "now.getHours() < 8" } }
      : tool;
  const nightly: Manifest = { ...leaky, tools: leaky.tools.map(atNight) };
  const { chains, harm = [] } = whatIf(nightly, ["shop:send"], ["shop:read"]);
  expect(nightly.tools.map(askedOften)).toContain("undecided");
  expect(chains).toEqual({ all: 1, unasked: 1 });
  expect(harm.map(({ name }) => name)).toEqual(["shop.reads", "shop.sends"]);
  expect(callsOf(harm, nightly).map(({ tool }) => tool)).toEqual(["shop.reads"]);
});

test("what was possible before is no gain", () => {
  const gain = whatIf(leaky, ["shop:write"], ["shop:read", "shop:send"]);
  expect([gain.chains, gain.harm, gain.cut]).toEqual([{ all: 0, unasked: 0 }, undefined, undefined]);
});

test("chains among 10,000 tools are counted, not listed", () => {
  const copies = (count: number): Manifest => ({
    ...leaky,
    tools: Array.from({ length: count }, (_, at) => ({
      ...(leaky.tools[at % 3] as ToolContract),
      name: `shop.t${at}`,
    })),
  });
  const gain = whatIf(copies(9999), ["shop:send"], ["shop:read"]);
  expect(gain.tools).toHaveLength(3333);
  expect(gain.chains).toEqual({ all: 3333 * 3333, unasked: 3333 * 3333 });
});
