// Approvals and receipts of an older contract are void: `test/stages/confirm.test.ts` and `test/stages/plan.test.ts`.
// What a client does about a list that differs from its pinned hash is the client package's affair.
import { expect, test } from "vitest";
import { connectInMemory, raw } from "../mcp/harness.ts";
import { fixture, highRisk, summary, tool } from "../sample.ts";
import type { Fixture } from "../sample.ts";

const text = { type: "string" };
const object = (properties: object) => ({ type: "object", properties }) as never;
const input = { text: "a" };

/** An answer to a question of one release, given to the next one. */
async function check(before: Fixture, after: Fixture, expected: string): Promise<void> {
  const old = fixture(before);
  const asked = await old.call("notes.create", input, { canAsk: true });
  if (asked.kind !== "input_required") throw new Error("nobody was asked");
  const next = fixture({ store: old.store, clock: old.clock, ...after });
  const answer = { state: asked.state, action: "accept", content: { confirm: true } } as const;
  expect(summary(await next.call("notes.create", input, { answer }))).toBe(expected);
  expect(next.ran).toHaveLength(expected === "completed" ? 1 : 0);
}

const high = { tools: [tool(highRisk)] };
const declined = "refused confirmation_declined";
test("a release that changes nothing keeps the approval", () => check(high, high, "completed"));
for (const [what, change] of [
  ["more side effects", { sideEffects: [] }],
  ["another time-out", { timeoutMs: 2000 }],
  ["another example", { examples: [{ input }] }],
  ["a longer input", { inputSchema: object({ text, more: text }) }],
  ["another owner", { owner: "security" }],
] as const)
  test(`${what} voids the approval`, () =>
    check(high, { tools: [tool({ ...highRisk, ...change })] }, declined));
test("a tool that became critical wants its phrase, and the old yes is void", () =>
  check(high, { tools: [tool({ ...highRisk, riskLevel: "critical" })] }, declined));
test("a tool that became forbidden is gone", () =>
  check(high, { tools: [tool({ ...highRisk, riskLevel: "forbidden" })] }, "unknown_tool"));
test("a policy that came meanwhile is asked", () =>
  check(high, { ...high, policies: { "*": () => ({ effect: "deny" }) } }, "refused policy_violation"));
test("a new key voids all that is pending", () =>
  check(high, { ...high, stateKey: new Uint8Array(32).fill(9) }, declined));

test("a client can see by the hash that the contract is another", async () => {
  const hashes = [];
  for (const changes of [{}, { description: "Keeps a text for ever." }]) {
    const client = await connectInMemory(fixture({ tools: [tool(changes)] }).server);
    const { tools } = (await raw(client, "tools/list")) as unknown as {
      tools: readonly { _meta: { "dev.proviso/contract": { hash: string } } }[];
    };
    hashes.push(...tools.map(({ _meta }) => _meta["dev.proviso/contract"].hash));
    await client.close();
  }
  expect(new Set(hashes).size).toBe(2);
});
