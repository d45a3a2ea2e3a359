import { ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import type { JsonObject } from "@proviso/manifest";
import { memoryState } from "@proviso/server";
import {
  openBench,
  scripted,
  textTool,
  yes,
  type Bench,
  type Script,
  type Scripted,
  type OneUpstream,
} from "./bench.ts";
import { contractsIn, payments } from "./contracts.ts";
import { ledgerOf } from "../src/index.ts";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";

const amount = { type: "object", properties: { id: { type: "string" }, amount: { type: "number" } } };
const byCall = { type: "object", properties: { callId: { type: "string" } } };
const previewed = {
  type: "object",
  properties: { amount: { type: "number" }, preview: { type: "boolean" } },
};
const tools = [
  textTool("find", { inputSchema: byCall, outputSchema: amount }),
  textTool("pay", { inputSchema: amount, outputSchema: amount, annotations: { readOnlyHint: true } }),
  textTool("move", { inputSchema: previewed }),
  textTool("wipe"),
];
const paid = (value: number): JsonObject => ({
  result: {
    content: [{ type: "text", text: `paid ${value}` }],
    structuredContent: { id: "p1", amount: value },
  },
});

interface Behind {
  upstream: Scripted;
  client: Client;
  asked: string[];
  state: ReturnType<typeof memoryState>;
}

async function behind(
  bench: Bench,
  calls: NonNullable<Script["calls"]>,
  options: Partial<OneUpstream> = {},
): Promise<Behind> {
  const upstream = scripted(bench.folder, { tools, calls });
  const state = memoryState();
  const contracts = await contractsIn(bench.folder, payments);
  const gateway = await bench.open({ source: upstream.source, contracts, state, ...options });
  const asked: string[] = [];
  const client = await bench.host(gateway, {
    answer: ({ message }) => {
      asked.push(message);
      return yes();
    },
  });
  return { upstream, client, asked, state };
}

test("a call is asked for, checked and repeated as its contract says", async () => {
  await using bench = openBench();
  const { client, upstream, asked } = await behind(bench, { pay: [paid(50)] });
  const pay = { name: "pay", arguments: { id: "p1", amount: 50 } };
  const first = await client.callTool(pay);
  expect(first).toMatchObject({
    content: [{ text: "paid 50" }],
    structuredContent: { id: "p1", amount: 50 },
  });
  const again = await client.callTool(pay);
  expect(again).toEqual({
    ...first,
    _meta: { "dev.proviso/outcome": { kind: "completed", replayed: true } },
  });
  expect(upstream.calls()).toEqual([["pay", { id: "p1", amount: 50 }]]);
  expect(asked).toEqual([expect.stringContaining("p1")]);
  expect(await client.callTool({ name: "pay", arguments: { id: "p3", amount: 5000 } })).toMatchObject({
    _meta: { "dev.proviso/failure": { code: "invalid_input" } },
  });
  expect(upstream.calls()).toHaveLength(1);
});

test("a tool with a contract is listed as its contract says, and a forbidden one is neither listed nor known", async () => {
  await using bench = openBench();
  const { client } = await behind(bench, {});
  const listed = (await client.listTools()).tools;
  expect(listed.map(({ name }) => name)).toEqual(["find", "pay", "move", "move_plan"]);
  expect(listed[1]).toMatchObject({
    description: expect.stringMatching(/^Pays an amount\./),
    annotations: { readOnlyHint: false },
  });
  const errors = await Promise.all(
    ["wipe", "never_heard"].map((name) => client.callTool({ name, arguments: {} }).catch(String)),
  );
  expect(errors).toEqual([
    "McpError: MCP error -32602: Unknown tool: wipe",
    "McpError: MCP error -32602: Unknown tool: never_heard",
  ]);
});

test("a plan is made by the argument that the contract names, and changes nothing by it", async () => {
  await using bench = openBench();
  const preview = { result: { content: [], structuredContent: { fee: 2 } } };
  const { client, upstream } = await behind(bench, { move: [preview] });
  const plan = await client.callTool({ name: "move_plan", arguments: { amount: 5 } });
  expect(plan.structuredContent).toMatchObject({ fee: 2, dryRun: true });
  expect(upstream.calls()).toEqual([["move", { amount: 5, preview: true }]]);
});

test("a plan is not asked of a server that does not list the argument: it would have its effects", async () => {
  await using bench = openBench();
  const upstream = scripted(bench.folder, { tools: [textTool("move")] });
  const contracts = await contractsIn(bench.folder, payments);
  const client = await bench.host(await bench.open({ source: upstream.source, contracts }));
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["move"]);
  await client.callTool({ name: "move", arguments: { amount: 5 } });
  expect(upstream.calls()).toEqual([]);
});

test("an outcome that a crash left unknown is what the tool of `reconcile` reports", async () => {
  await using bench = openBench();
  const { client, upstream } = await behind(bench, { pay: [{ exit: 1 }], find: [paid(50)] });
  const found = await client.callTool({ name: "pay", arguments: { id: "p1", amount: 50 } });
  expect(found).toMatchObject({ structuredContent: { id: "p1", amount: 50 } });
  expect(upstream.calls()).toEqual([
    ["pay", { id: "p1", amount: 50 }],
    ["find", { callId: expect.any(String) }],
  ]);
  // The server was told the id by which it is asked.
  const [pay, find] = upstream
    .received()
    .flatMap(({ method, params }) => (method === "tools/call" ? [params] : []));
  expect(find).toMatchObject({
    arguments: { callId: (pay as { _meta: JsonObject })._meta["dev.proviso/callId"] },
  });
});

test("one call is forwarded for a key, also if its end is unknown", async () => {
  await using bench = openBench();
  const { client, upstream } = await behind(bench, {
    pay: [{ exit: 1 }],
    find: [{ error: { code: -1, message: "no" } }],
  });
  const pay = { name: "pay", arguments: { id: "p1", amount: 50 } };
  for (let call = 0; call < 3; call++)
    expect(await client.callTool(pay)).toMatchObject({
      _meta: { "dev.proviso/failure": { code: "outcome_unknown" } },
    });
  expect(upstream.calls().filter(([name]) => name === "pay")).toHaveLength(1);
});

test("a result that does not fit is withheld, or passed on if the operator says so", async () => {
  await using bench = openBench();
  const wrong = { result: { content: [{ type: "text", text: "?" }], structuredContent: { id: 1 } } };
  const find = { name: "find", arguments: { callId: "c1" } };
  const strict = await behind(bench, { find: [wrong] });
  expect(await strict.client.callTool(find)).toMatchObject({
    isError: true,
    _meta: { "dev.proviso/failure": { code: "internal_error" } },
  });
  const lenient = await behind(bench, { find: [wrong] }, { outputs: "pass" });
  const passed = await lenient.client.request({ method: "tools/call", params: find }, ResultSchema);
  expect(passed).toMatchObject(wrong.result);
  const told = await behind(bench, { find: [wrong] }, { outputs: "warn" });
  const warned = await told.client.request({ method: "tools/call", params: find }, ResultSchema);
  expect(warned["structuredContent"]).toEqual({ id: 1 });
  expect(warned["content"]).toEqual([
    { type: "text", text: "?" },
    {
      type: "text",
      text: expect.stringContaining("/structuredContent/id must be string"),
    },
  ]);
  expect(bench.reported.at(-1)).toContain("payments.find: the result does not fit the contract");
});

test("an error of the server is passed on in its own words, with what only JSON-RPC has", async () => {
  await using bench = openBench();
  const { client } = await behind(bench, {
    find: [{ error: { code: -32042, message: "log in first", data: { elicitations: [] } } }],
  });
  await expect(client.callTool({ name: "find", arguments: { callId: "x" } })).rejects.toMatchObject({
    code: -32042,
    data: { elicitations: [] },
  });
});

test("every forwarded call is on record, with the clauses that held", async () => {
  await using bench = openBench();
  const { client, state } = await behind(bench, { pay: [paid(5)] });
  await client.callTool({ name: "pay", arguments: { id: "p1", amount: 5 } });
  const event = state.audit.records.find(({ kind }) => kind === "event");
  expect(event).toMatchObject({
    event: "gateway.forwarded",
    tool: "payments.pay",
    details: {
      tool: "pay",
      enforced: expect.arrayContaining(["inputSchema", "confirmation", "idempotency"]),
      key: ["no second effect"],
      observed: ["reconcile"],
      declared: expect.arrayContaining(["permissions", "sideEffects"]),
    },
  });
});

test("the ledger has a reason for each clause, and never more than holds", async () => {
  await using bench = openBench();
  const upstream = scripted(bench.folder, { tools: [...tools, textTool("odd")] });
  const contracts = await contractsIn(bench.folder, payments);
  const gateway = await bench.open({ source: upstream.source, contracts });
  const seen = await gateway.look();
  const rows = [...seen.tools.values()].flatMap((tool) => ledgerOf(tool));
  const table = rows.map(({ tool, clause, holding }) => `${tool} ${clause}: ${holding}`);
  expect(table).toMatchInlineSnapshot(`
    [
      "find definition: enforced",
      "find audit: enforced",
      "find inputSchema: enforced",
      "find confirmation: declared",
      "find timeout: enforced",
      "find outputSchema: enforced",
      "find failureModes: declared",
      "find sideEffects: declared",
      "find dataFlow: declared",
      "pay definition: enforced",
      "pay audit: enforced",
      "pay inputSchema: enforced",
      "pay permissions: declared",
      "pay confirmation: enforced",
      "pay idempotency: enforced",
      "pay no second effect: key",
      "pay reconcile: observed",
      "pay timeout: enforced",
      "pay outputSchema: enforced",
      "pay sideEffects: declared",
      "pay dataFlow: declared",
      "move definition: enforced",
      "move audit: enforced",
      "move inputSchema: enforced",
      "move confirmation: enforced",
      "move dryRun: observed",
      "move timeout: enforced",
      "move outputSchema: enforced",
      "move sideEffects: declared",
      "move dataFlow: declared",
      "odd definition: enforced",
      "odd audit: enforced",
      "odd inputSchema: enforced",
      "odd confirmation: enforced",
      "odd timeout: enforced",
      "odd sideEffects: declared",
    ]
  `);
  expect(rows.filter(({ reason }) => reason.length < 20)).toEqual([]);
});
