// How a search could tell of tools that its caller cannot see.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ToolContract } from "@proviso/manifest";
import { anna, fixture, sends, tool } from "../sample.ts";
import { adapters, type Adapter } from "../ways/in-memory.ts";
import type { Toolset } from "../../src/adapters/wire/toolset.ts";

const seen = [
  tool({ title: "Keep a red note" }),
  tool({ name: "notes.find", title: "Find a blue note", sideEffects: [] }),
  tool({ name: "vault.open", domain: "vault", title: "Open a red vault", sideEffects: [sends] }),
];
/** Its words, if they counted, would make red common and blue rare. */
const hidden = ["first", "second", "third"].map((name) =>
  tool({
    name: `secrets.${name}`,
    domain: "secrets",
    title: "A red red red vault",
    description: "red vault",
  }),
);
const forbidden = tool({
  name: "secrets.read",
  domain: "secrets",
  title: "A red vault",
  riskLevel: "forbidden",
});

const words = fc.array(
  fc.constantFrom("red", "blue", "note", "vault", "secrets", "find", "rad", "first", ""),
  { maxLength: 5 },
);
const question = fc.record(
  {
    words: words.map((some) => some.join(" ")),
    effect: fc.constantFrom("none", "sends", "creates"),
    risk: fc.constantFrom("low", "high"),
    domain: fc.constantFrom("notes", "secrets", "vault"),
    limit: fc.integer({ min: 1, max: 5 }),
  },
  { requiredKeys: [] },
);
const name = fc.constantFrom(
  "secrets.first",
  "secrets_second",
  "secrets.read",
  "secrets.read_plan",
  "secrets.none",
  "notes.find",
);
const request = fc.oneof(
  question.map((asked) => ({ name: "search_tools", arguments: asked })),
  name.map((asked) => ({ name: "describe_tool", arguments: { name: asked } })),
  fc.tuple(name, fc.constantFrom({}, { text: "x" }, { text: 7 }, { dryRun: true })).map(([asked, input]) => ({
    name: "call_tool",
    arguments: { name: asked, arguments: input },
  })),
);

/** Everything that a caller is told, and all that is recorded, of these requests. */
async function told(
  { connect }: Adapter,
  tools: readonly ToolContract[],
  requests: readonly Record<string, unknown>[],
  visible: Toolset = () => true,
): Promise<string> {
  const { server, audit } = fixture({ tools, visible });
  const client = await connect(server, {
    discovered: ({ riskLevel }) => riskLevel === "low",
    principal: anna,
  });
  const all: unknown[] = [await client.request("tools/list")];
  for (const params of requests)
    all.push(
      await client
        .request("tools/call", params)
        .catch(({ code, message, data }) => ({ code, message, data })),
    );
  await client.close();
  return JSON.stringify([
    all,
    audit.records.map((record) => ({ ...record, callId: "", hash: "", previousHash: "" })),
  ]);
}

describe.each(adapters)("$name", (adapter) => {
  test("no list, search, description or call differs by a tool that its caller cannot see", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 6 }), async (requests) => {
        const alone = await told(adapter, seen, requests);
        const isSeen = (each: ToolContract): boolean => seen.includes(each);
        expect(await told(adapter, [...seen, ...hidden, forbidden], requests, isSeen)).toBe(alone);
      }),
      { seed: 20261127, numRuns: 40 },
    );
  });

  test("two callers of one server share nothing of what they see", async () => {
    const { server } = fixture({
      tools: [...seen, ...hidden],
      visible: ({ domain }, principal) => domain !== "secrets" || principal?.id === "ben",
    });
    const asked = { name: "search_tools", arguments: { words: "red vault" } };
    const ask = async (id: string): Promise<unknown> => {
      const client = await adapter.connect(server, { discovered: () => false, principal: { ...anna, id } });
      const { structuredContent } = await client.request("tools/call", asked);
      await client.close();
      return structuredContent;
    };
    const before = await ask("anna");
    expect(await ask("ben")).toMatchObject({ found: 5 });
    expect(await ask("anna")).toEqual(before);
    expect(before).toMatchObject({ found: 2 });
  });
});
