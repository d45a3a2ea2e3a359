// Several servers in one session: names, routes, pins, one inbox and one trail.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { memoryState } from "@proviso/server";
import { expect, test } from "vitest";
import { openBench, scripted, textOf, textTool, yes, type Bench } from "./bench.ts";
import { contractsIn, payments } from "./contracts.ts";
import { readWholeCommandLine } from "../src/commands/run.ts";
import { openFromLine } from "../src/commands/serve.ts";
import { ledgerOf } from "../src/index.ts";

const read = textTool("read", { annotations: { readOnlyHint: true } });
const pay = textTool("pay", {
  inputSchema: {
    type: "object",
    properties: { id: { type: "string" }, amount: { type: "number" } },
  },
});
const paid = {
  result: { content: [{ type: "text", text: "paid" }], structuredContent: { id: "p", amount: 5 } },
};

function upstream(bench: Bench, name: string, script: Parameters<typeof scripted>[1]) {
  const folder = join(bench.folder, name);
  mkdirSync(folder);
  return scripted(folder, script);
}

test("each server has a prefix, its own pins and its own rules; a lost one stops no other", async () => {
  await using bench = openBench();
  const files = upstream(bench, "files", { tools: [read], calls: { read: [{ exit: 1 }] } });
  const bank = upstream(bench, "bank", { tools: [read, pay], calls: { pay: [paid] } });
  const state = memoryState();
  const gateway = await bench.open({
    source: files.source,
    state,
    upstreams: [
      { name: "files", source: files.source, trustsHints: true },
      { name: "bank", source: bank.source, contracts: await contractsIn(bench.folder, payments) },
    ],
  });
  const asked: string[] = [];
  const client = await bench.host(gateway, {
    answer: ({ message }) => {
      asked.push(message);
      return yes();
    },
  });
  const names = async () => (await client.listTools()).tools.map(({ name }) => name);
  expect(await names()).toEqual(["files_read", "bank_pay", "bank_read"]);
  const lost = await client.callTool({ name: "files_read", arguments: {} });
  expect(lost).toMatchObject({ _meta: { "dev.proviso/failure": { code: "upstream_unavailable" } } });
  expect(textOf(await client.callTool({ name: "bank_pay", arguments: { id: "p", amount: 5 } }))).toBe("paid");
  expect(textOf(await client.callTool({ name: "bank_read", arguments: {} }))).toBe("done");
  expect(asked).toEqual([expect.stringContaining("Pay"), expect.stringContaining("bank_read")]);
  expect(bank.calls()).toEqual([
    ["pay", { id: "p", amount: 5 }],
    ["read", {}],
  ]);
  const tools = state.audit.records.flatMap((each) => (each.kind === "event" ? [each.details] : []));
  expect(tools).toMatchObject([{ tool: "files_read" }, { tool: "bank_pay" }, { tool: "bank_read" }]);
  const seen = await gateway.look();
  const rows = [...seen.tools.values()].flatMap(ledgerOf);
  expect(new Set(rows.map(({ tool }) => tool))).toEqual(new Set(["files_read", "bank_pay", "bank_read"]));
  // A server that is added later has a first list of its own; a tool that the other one adds is new.
  bank.rewrite({ tools: [read, pay, textTool("later")] });
  expect(await names()).toEqual(["files_read", "bank_pay", "bank_read"]);
  expect(bench.reported).toContainEqual(expect.stringMatching(/^bank_later is blocked/));
});

test("resources and prompts are known by the server's name, and what they bring in taints the calls of all", async () => {
  await using bench = openBench();
  const [files, notes] = ["files", "notes"].map((name) => upstream(bench, name, { tools: [read] }));
  if (!files || !notes) throw new TypeError("two servers");
  const gateway = await bench.open({
    source: files.source,
    upstreams: [
      { name: "files", source: files.source },
      { name: "notes", source: notes.source },
    ],
  });
  const client = await bench.host(gateway);
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual(["files+x://one", "notes+x://one"]);
  const { contents } = await client.readResource({ uri: "notes+x://one" });
  expect(contents).toMatchObject([{ uri: "notes+x://one", text: "contents" }]);
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual([
    "files_greet",
    "notes_greet",
  ]);
  await client.getPrompt({ name: "files_greet" });
  await client.setLoggingLevel("error");
  await expect(client.readResource({ uri: "x://one" })).rejects.toThrow("no server has x://one");
  const methods = (each: typeof files): unknown[] =>
    each
      .received()
      .flatMap(({ method, params }) =>
        /read$|get$|setLevel/.test(String(method)) ? [[method, params]] : [],
      );
  expect(methods(files)).toMatchObject([
    ["prompts/get", { name: "greet" }],
    ["logging/setLevel", {}],
  ]);
  expect(methods(notes)).toMatchObject([
    ["resources/read", { uri: "x://one" }],
    ["logging/setLevel", {}],
  ]);
});

test("a contract's name belongs to the first server that has it", async () => {
  await using bench = openBench();
  const contracts = await contractsIn(bench.folder, payments);
  const [one, two] = ["one", "two"].map((name) => upstream(bench, name, { tools: [pay, read] }));
  if (!one || !two) throw new TypeError("two servers");
  const gateway = await bench.open({
    source: one.source,
    upstreams: [
      { name: "one", source: one.source, contracts },
      { name: "two", source: two.source, contracts },
    ],
  });
  const { listed } = await gateway.look();
  expect(listed.map(({ name }) => name)).toEqual(["one_pay", "one_read", "two_read"]);
  expect(bench.reported).toContain(
    "two_pay is not run: another upstream has a tool of the contract payments.pay",
  );
});

const config = (one: object, two: object): string =>
  JSON.stringify({ gateway: { one: { ...one }, two: { ...two } } });

test("proviso.yaml names the servers of a session; what is for all of them stands on the command line", async () => {
  await using bench = openBench();
  const file = join(bench.folder, "proviso.yaml");
  const { source } = upstream(bench, "one", { tools: [pay, read], calls: { pay: [paid] } });
  if (!("command" in source)) throw new TypeError("a command");
  const command = [source.command, ...source.args];
  const budgets = {
    pay: { of: "input.amount", limit: 10, every: "1d" },
    read: { of: "input.cost", limit: 1, every: "1d" },
  };
  writeFileSync(file, config({ command, budgets }, { url: "https://x.example/mcp" }));
  const all = await readWholeCommandLine(["--inbox-from", "low"], bench.folder);
  expect(all).toMatchObject({
    name: "gateway",
    inboxFrom: "low",
    upstreams: [{ name: "one" }, { name: "two" }],
  });
  const twice = await readWholeCommandLine(["--upstream", "two", "--upstream", "one"], bench.folder);
  expect(twice.upstreams.map(({ name }) => name)).toEqual(["two", "one"]);
  writeFileSync(file, config({ command, listen: 80 }, { command }));
  await expect(readWholeCommandLine([], bench.folder)).rejects.toThrow(
    "`gateway.one.listen` is an option of all",
  );
  writeFileSync(file, config({ command, budgets: { pay: { of: "amount" } } }, { command }));
  await expect(readWholeCommandLine([], bench.folder)).rejects.toThrow(
    "`gateway.one.budgets.pay` must be such as",
  );
  // The budget of the operator counts what no contract limits; one that can count nothing refuses.
  writeFileSync(file, config({ command, budgets }, { command }));
  const words = ["--upstream", "one", "--no-inbox", "--data", "data"];
  const line = await readWholeCommandLine(words, bench.folder);
  const gateway = await openFromLine(line, { err: () => {} } as never);
  try {
    const client = await bench.host(gateway, { answer: yes });
    const call = (amount: number) => client.callTool({ name: "pay", arguments: { id: "p", amount } });
    expect(textOf(await call(8))).toBe("paid");
    expect(textOf(await call(8))).toContain("budget");
    const uncounted = await client.callTool({ name: "read", arguments: {} });
    expect(textOf(uncounted)).toContain("budget adds up `cost`");
  } finally {
    await gateway.close();
  }
});
