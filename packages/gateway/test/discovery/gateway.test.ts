import { ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { memoryState } from "@proviso/server";
import { expect, test } from "vitest";
import { contractsIn, payments } from "../contracts.ts";
import { openBench, scripted, textOf, textTool, yes, type Bench } from "../bench.ts";
import type { GatewayOptions } from "../../src/index.ts";
import { readCommandLine } from "../../src/commands/options.ts";

const amount = { type: "object", properties: { id: { type: "string" }, amount: { type: "number" } } };
const tools = [
  textTool("find", {
    inputSchema: { type: "object", properties: { callId: { type: "string" } } },
    outputSchema: amount,
  }),
  textTool("pay", { inputSchema: amount, outputSchema: amount }),
  textTool("wipe"),
  textTool("read", { annotations: { readOnlyHint: true } }),
  textTool("call_tool", { description: "The upstream's own." }),
];
const paid = { content: [{ type: "text", text: "paid" }], structuredContent: { id: "p", amount: 7 } };

async function behind(bench: Bench, options: Partial<GatewayOptions>) {
  const upstream = scripted(bench.folder, { tools, calls: { pay: [{ result: paid }] } });
  const state = memoryState();
  const contracts = await contractsIn(bench.folder, payments);
  const gateway = await bench.open({ source: upstream.source, contracts, state, ...options });
  const asked: string[] = [];
  const client = await bench.host(gateway, { answer: ({ message }) => (asked.push(message), yes()) });
  const listed = await client.request({ method: "tools/list" }, ResultSchema);
  const names = (listed["tools"] as readonly { readonly name: string }[]).map(({ name }) => name);
  return { upstream, client, asked, state, names, listed, gateway };
}

test("a call through `call_tool` is the upstream's own call, asked and recorded as such", async () => {
  await using bench = openBench();
  const { client, upstream, asked, state, names } = await behind(bench, { firstTools: "read,call_tool" });
  expect(names).toEqual(["read", "search_tools", "describe_tool", "call_tool"]);
  const { structuredContent } = await client.callTool({
    name: "search_tools",
    arguments: { words: "pay", effect: "pays" },
  });
  expect(structuredContent).toMatchObject({
    found: 1,
    tools: [{ name: "pay", risk: "high", effects: ["pays"] }],
  });
  const described = await client.callTool({ name: "describe_tool", arguments: { name: "pay" } });
  expect(described.structuredContent).toMatchObject({
    tool: { name: "pay", inputSchema: { properties: { amount: { maximum: 1000 } } } },
    contract: { permissions: ["payments:write"], idempotency: { key: ["id"] } },
  });
  const input = { id: "p", amount: 7 };
  const through = await client.callTool({ name: "call_tool", arguments: { name: "pay", arguments: input } });
  // The outcome of the first call is stored by its key, whichever name called it.
  const direct = await client.callTool({ name: "pay", arguments: input });
  expect(through).toMatchObject({ structuredContent: paid.structuredContent, content: paid.content });
  expect(direct).toMatchObject({
    structuredContent: paid.structuredContent,
    _meta: { "dev.proviso/outcome": { replayed: true } },
  });
  expect(upstream.calls()).toEqual([["pay", input]]);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain("payments.pay");
  // One call, made again with its answer, and one that is replayed.
  const intents = state.audit.records.filter(({ kind }) => kind === "intent");
  expect(intents.map(({ tool }) => tool)).toEqual(["payments.pay", "payments.pay", "payments.pay"]);
});

test("what a host may not know is not found, and an upstream's tool of our name is called through ours", async () => {
  await using bench = openBench();
  const { client, upstream, listed } = await behind(bench, { discovery: "search" });
  const unknown = async (name: string, words: string) =>
    String(
      await client.callTool({ name, arguments: { name: words } }).catch((error: unknown) => error),
    ).replaceAll(words, "NAME");
  for (const name of ["describe_tool", "call_tool"]) {
    expect(await unknown(name, "wipe")).toBe(await unknown(name, "wope"));
    expect(await unknown(name, "wipe")).toContain("Unknown tool: NAME");
  }
  const found = await client.callTool({ name: "search_tools", arguments: { words: "wipe" } });
  expect(found.structuredContent).toEqual({ found: 0, tools: [] });
  const inner = { name: "call_tool", arguments: { text: "a" } };
  expect(textOf(await client.callTool({ name: "call_tool", arguments: inner }))).toBe("done");
  expect(upstream.calls()).toEqual([["call_tool", { text: "a" }]]);
  // A tool that the upstream adds later is found by nobody until it is accepted.
  upstream.rewrite({ tools: [...tools, textTool("later")] });
  const again = await client.request({ method: "tools/list" }, ResultSchema);
  expect(again).toEqual(listed);
  const later = await client.callTool({ name: "search_tools", arguments: { words: "later" } });
  expect(later.structuredContent).toEqual({ found: 0, tools: [] });
});

test("a toolset narrows the list and the calls, and what its tools need of others stays", async () => {
  await using bench = openBench();
  const { client, names, upstream } = await behind(bench, { toolset: ["pay,read", "domain:payments"] });
  expect(names).toEqual(["pay"]);
  for (const name of ["find", "read", "wipe", "none"])
    await expect(client.callTool({ name, arguments: {} })).rejects.toThrow(`Unknown tool: ${name}`);
  expect(upstream.calls()).toEqual([]);
  await client.callTool({ name: "pay", arguments: { id: "p", amount: 7 } });
  expect(upstream.calls()).toHaveLength(1);
});

test("the command line has the options", () => {
  const line = (...words: string[]) => readCommandLine([...words, "--", "node", "server.js"], "/");
  expect(
    line("--toolset", "domain:a", "--toolset", "risk:low", "--discovery", "search", "--first-tools", "x"),
  ).toMatchObject({
    toolset: ["domain:a", "risk:low"],
    discovery: "search",
    firstTools: "x",
  });
  expect(line()).toMatchObject({ toolset: [] });
  expect(line("--first-tools", "x")).toMatchObject({ firstTools: "x" });
});
