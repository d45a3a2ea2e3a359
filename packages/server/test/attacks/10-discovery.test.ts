// How a search could tell of tools that its caller cannot see.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ToolContract } from "@proviso/manifest";
import { fixture, sends, tool } from "../sample.ts";
import { adapters, type Adapter } from "../ways/in-memory.ts";

const seen = [
  tool({ title: "Keep a red note" }),
  tool({ name: "notes.find", title: "Find a blue note", sideEffects: [] }),
  tool({ name: "vault.open", domain: "vault", title: "Open a red vault", sideEffects: [sends] }),
];
/** Their words, if they counted, would make red common and blue rare. */
const red = { domain: "secrets", title: "A red red red vault", description: "A red vault." } as const;
const hidden = ["first", "second", "third"].map((name) => tool({ ...red, name: `secrets.${name}` }));
const forbidden = tool({ ...red, name: "secrets.read", riskLevel: "forbidden" });

const words = fc.array(fc.constantFrom("red", "blue", "note", "vault", "secrets", "rad", "first"));
const question = fc.record(
  {
    words: words.map((some) => some.join(" ").slice(0, 200)),
    effect: fc.constantFrom("none", "sends", "creates"),
    risk: fc.constantFrom("low", "high"),
    domain: fc.constantFrom("notes", "secrets", "vault"),
    limit: fc.integer({ min: 1, max: 5 }),
  },
  { requiredKeys: [] },
);
const name = fc.constantFrom("secrets.first", "secrets_second", "secrets.read", "secrets.none", "notes.find");
const input = fc.constantFrom({}, { text: "x" }, { text: 7 }, { dryRun: true });
const request = fc.oneof(
  question.map((asked) => ({ name: "search_tools", arguments: asked })),
  fc.record({ name: fc.constant("describe_tool"), arguments: fc.record({ name }) }),
  fc.record({ name: fc.constant("call_tool"), arguments: fc.record({ name, arguments: input }) }),
);

/** Everything that a caller is told, and all that is recorded, of these requests. */
async function told(
  { connect }: Adapter,
  tools: readonly ToolContract[],
  requests: readonly Record<string, unknown>[],
): Promise<string> {
  const { server, audit } = fixture({ tools, visible: (each) => seen.includes(each) });
  const client = await connect(server, { discovered: ({ riskLevel }) => riskLevel === "low" });
  const all: unknown[] = [await client.request("tools/list")];
  for (const params of requests) {
    const answer = client.request("tools/call", params);
    all.push(await answer.catch(({ code, message, data }) => ({ code, message, data })));
  }
  await client.close();
  const records = audit.records.map((record) => ({ ...record, callId: "", hash: "", previousHash: "" }));
  return JSON.stringify([all, records]);
}

test.each(adapters)(
  "$name: no list, search, description or call differs by a tool that its caller cannot see",
  async (adapter) => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 6 }), async (requests) => {
        const alone = await told(adapter, seen, requests);
        expect(await told(adapter, [...seen, ...hidden, forbidden], requests)).toBe(alone);
      }),
      { seed: 20261127, numRuns: 40 },
    );
  },
);
