// How long a forbidden tool takes to answer, beside one that does not exist. No time is asserted: the two are called in
// pairs, in random order, and whichever is slower should be so half of the time, however busy the machine is.
import fc from "fast-check";
import { expect, test } from "vitest";
import { anna, fixture, tool } from "../sample.ts";
import { adapter1, adapter2, type Adapter } from "../ways/in-memory.ts";

const forbidden = tool({ name: "secrets.read_password", domain: "secrets", riskLevel: "forbidden" });
const unknown = "secrets.read_passw0rd";
/** A tool that does work before it refuses, and has much to describe, so that the measurement has a difference to find. */
const many = Object.fromEntries(
  Array.from({ length: 200 }, (_, index) => [`more${index}`, { type: "string" }]),
);
const known = tool({
  name: "secrets.give_password",
  idempotency: { key: ["text"], ttlMs: 60_000 },
  inputSchema: { type: "object", properties: { text: { type: "string" }, ...many }, required: ["text"] },
});
const { server } = fixture({ tools: [known, forbidden] });
const input = { text: "a" };
type Call = (name: string) => Promise<unknown>;

const inProcess: Call = (name) => server.invoke(name, input, { principal: anna });
/** A description, or a call through `call_tool`, of a server with a search. */
async function throughSearch({ connect }: Adapter, way: "describe_tool" | "call_tool"): Promise<Call> {
  const client = await connect(server, { discovered: () => false });
  const inner = way === "call_tool" ? { arguments: input } : {};
  return (name) => client.request("tools/call", { name: way, arguments: { name, ...inner } }).catch(() => {});
}
async function overMcp({ connect }: Adapter): Promise<Call> {
  const client = await connect(server);
  return (name) => client.request("tools/call", { name, arguments: input }).catch(() => {});
}

async function durationOf(call: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await call;
  return performance.now() - start;
}

/** How often the first of two names is the slower one, as a share of all pairs. */
async function shareSlower(call: Call, one: string, other: string, pairs: number): Promise<number> {
  const [coins] = fc.sample(fc.array(fc.boolean(), { minLength: pairs, maxLength: pairs }), {
    seed: 20261121,
    numRuns: 1,
  });
  let slower = 0;
  for (const oneFirst of coins ?? []) {
    const first = await durationOf(call(oneFirst ? one : other));
    const second = await durationOf(call(oneFirst ? other : one));
    if (oneFirst === first > second) slower++;
  }
  return slower / pairs;
}

/** How far the share is from a half. */
const lean = async (call: Call, one: string, pairs: number): Promise<number> =>
  Math.abs((await shareSlower(call, one, unknown, pairs)) - 0.5);

test.each([
  ["in process", async () => inProcess, 2000],
  ["over MCP 1.x", () => overMcp(adapter1), 800],
  ["over MCP 2.x", () => overMcp(adapter2), 800],
  ["through `call_tool`", () => throughSearch(adapter1, "call_tool"), 800],
  ["in a description", () => throughSearch(adapter2, "describe_tool"), 800],
] as const)("%s: a forbidden tool takes neither more nor less than none", async (_, open, pairs) => {
  const call = await open();
  await shareSlower(call, forbidden.name, unknown, 300); // until everything is compiled
  expect(await lean(call, forbidden.name, pairs)).toBeLessThan(0.1);
  // The measurement does distinguish an existing tool from an unknown one.
  expect(await lean(call, known.name, 300)).toBeGreaterThan(0.2);
});
