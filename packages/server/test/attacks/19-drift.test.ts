// Approvals and receipts of an older contract are void: `test/stages/confirm.test.ts` and `test/stages/plan.test.ts`.
// What a client does about a list that differs from its pinned hash is the client package's affair.
import { type JsonObject, type ListedTool, readListedContract } from "@proviso/manifest";
import { describe, expect, test } from "vitest";
import { fixture, highRisk, tool } from "../sample.ts";
import type { Fixture } from "../sample.ts";
import { adapters } from "../ways/in-memory.ts";
import { exchanges } from "./exchanges.ts";

const text = { type: "string" };
const object = (properties: object) => ({ type: "object", properties }) as never;
const input = { text: "a" };

const high = { tools: [tool(highRisk)] };
const unanswered = "confirmation_unanswered";

describe.each(exchanges)("$name", ({ ask, bring }) => {
  /** An answer to a question of one release, given to the next one. */
  async function check(after: Fixture, expected: string): Promise<void> {
    const old = fixture(high);
    const state = await ask(old, "notes.create", input);
    const next = fixture({ store: old.store, clock: old.clock, ...after });
    const answer = { state, action: "accept", content: { confirm: true } } as const;
    expect(await bring(next, "notes.create", input, answer)).toBe(expected);
    expect(next.ran).toHaveLength(expected === "completed" ? 1 : 0);
  }

  test("a release that changes nothing keeps the approval", () => check(high, "completed"));
  test.each([
    ["more side effects", { sideEffects: [] }],
    ["another time-out", { timeoutMs: 2000 }],
    ["another example", { examples: [{ input }] }],
    ["a longer input", { inputSchema: object({ text, more: text }) }],
    ["another owner", { owner: "security" }],
  ])("%s voids the approval", (_, change) =>
    check({ tools: [tool({ ...highRisk, ...change })] }, unanswered),
  );
  test("a tool that became critical wants its phrase, and the old yes is void", () =>
    check({ tools: [tool({ ...highRisk, riskLevel: "critical" })] }, unanswered));
  test("a tool that became forbidden is gone", () =>
    check({ tools: [tool({ ...highRisk, riskLevel: "forbidden" })] }, "unknown_tool"));
  test("a policy that came meanwhile is asked", () =>
    check({ ...high, policies: { "*": () => ({ effect: "deny" }) } }, "policy_violation"));
  test("a new key voids all that is pending", () =>
    check({ ...high, stateKeys: [new Uint8Array(32).fill(9)] }, unanswered));
});

test.each(adapters)(
  "$name: a client can see in the list that the contract is another, whatever part of it",
  async ({ connect }) => {
    const shown = [];
    for (const changes of [
      {},
      { description: "Keeps a text for ever." },
      { owner: "eve" },
      { timeoutMs: 1 },
    ]) {
      const client = await connect(fixture({ tools: [tool(changes)] }).server);
      const { tools } = (await client.request("tools/list")) as unknown as {
        tools: readonly (ListedTool & { readonly _meta: JsonObject })[];
      };
      shown.push(...tools.map((each) => JSON.stringify(readListedContract({ ...each, meta: each._meta }))));
      await client.close();
    }
    expect(new Set(shown).size).toBe(4);
  },
);
