import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isObject } from "@proviso/manifest";
import { memoryState, type AuditEntry, type DurableState } from "@proviso/server";
import { openBench, scripted, textOf, textTool, yes, type Bench, type OneUpstream } from "./bench.ts";
import { contractsIn } from "./contracts.ts";
import { readWholeCommandLine } from "../src/commands/run.ts";

const web = `
proviso: 1
domain: web
description: Pages of a server that somebody else wrote.
permissions:
  docs:read: Read documents.
tools:
  fetch:
    wireName: fetch
    title: Fetch
    description: Fetches a page.
    category: web
    riskLevel: low
    inputSchema: { url: { type: string, format: uri, maxLength: 200 } }
    outputSchema: {}
    permissions: [docs:read]
    sideEffects: []
    auditEvent: web.fetched
    failureModes: []
    dataFlow: { readsPrivate: false, returnsUntrusted: true }
`;

const config = `
gateway:
  mail:
    command: [node, server.js, --all]
    contracts: contracts
    trust: hints
    meets: [a:b, c:d]
    no-inbox: true
    resources:
      "file:///public/*": { readsPrivate: false }
      "file:///docs/*": { permissions: [docs:read], readsPrivate: false, returnsUntrusted: false }
      "file:///secret/*": { permissions: [docs:secret] }
    prompts:
      greet: { readsPrivate: false, returnsUntrusted: false }
  notes: { url: "https://mcp.example.com/mcp" }
`;

const fetchTool = textTool("fetch", {
  inputSchema: { type: "object", properties: { url: { type: "string" } } },
});
const answer = { result: { content: [{ type: "text", text: "done" }], structuredContent: {} } };

async function lineFrom(bench: Bench, text: string, ...words: string[]): Promise<Partial<OneUpstream>> {
  writeFileSync(join(bench.folder, "proviso.yaml"), text);
  const line = await readWholeCommandLine(["--upstream", "mail", ...words], bench.folder);
  const reads = line.upstreams[0]?.reads;
  return reads ? { reads } : {};
}

async function behind(bench: Bench) {
  const upstream = scripted(bench.folder, { tools: [fetchTool], calls: { fetch: [answer] } });
  const records: AuditEntry[] = [];
  const state: DurableState = memoryState();
  const gateway = await bench.open({
    source: upstream.source,
    contracts: await contractsIn(bench.folder, web),
    state: { ...state, audit: { ...state.audit, append: async (entry) => void records.push(entry) } },
    ...(await lineFrom(bench, config)),
  });
  const asked: string[] = [];
  const client = await bench.host(gateway, {
    answer: ({ message }) => {
      asked.push(message);
      return yes();
    },
  });
  const fetchPage = async (): Promise<string> =>
    textOf(await client.callTool({ name: "fetch", arguments: { url: "https://x.example/" } }));
  return { upstream, client, asked, fetchPage, records };
}

test("after a private and an untrusted resource were read, a call with an address asks a person", async () => {
  await using bench = openBench();
  const { client, asked, fetchPage, records } = await behind(bench);
  await client.readResource({ uri: "file:///docs/a" });
  expect([await fetchPage(), asked]).toEqual(["done", []]);
  await client.readResource({ uri: "file:///public/b" });
  expect([await fetchPage(), asked]).toEqual(["done", []]);
  // A detour is what it leads to, and what no rule speaks of is private.
  await client.readResource({ uri: "file:///docs/../home/c" });
  expect([await fetchPage(), asked.length]).toEqual(["done", 1]);
  const read = records.filter(({ event }) => event === "gateway.read").map(({ details }) => details);
  expect(read).toMatchObject([
    { name: "file:///docs/a", readsPrivate: false, returnsUntrusted: false },
    { name: "file:///public/b", readsPrivate: false, returnsUntrusted: true },
    { name: "file:///docs/../home/c", readsPrivate: true, returnsUntrusted: true },
  ]);
});

test("a prompt of a rule brings nothing in, and one of none does", async () => {
  await using bench = openBench();
  const { client, asked, fetchPage } = await behind(bench);
  await client.getPrompt({ name: "greet" });
  expect([await fetchPage(), asked]).toEqual(["done", []]);
  await client.getPrompt({ name: "other" });
  expect([await fetchPage(), asked.length]).toEqual(["done", 1]);
});

test("a resource whose permission the caller lacks is not asked for, and the attempt is on record", async () => {
  await using bench = openBench();
  const { client, upstream, records } = await behind(bench);
  const uri = "file:///secret/key";
  const detours = ["docs/../secret/key", "docs/..%2fsecret/key", "se%63ret/key", "/secret/key"];
  for (const each of [uri, ...detours.map((path) => `file:///${path}`)])
    await expect(client.readResource({ uri: each })).rejects.toThrow("lacks the permission docs:secret");
  await expect(client.subscribeResource({ uri })).rejects.toThrow("lacks the permission docs:secret");
  expect(upstream.received().map(({ method }) => method)).not.toContain("resources/read");
  const refused = records.map(({ details }) => (isObject(details) ? details["refused"] : undefined));
  expect(refused.filter((each) => each !== undefined)).toEqual(Array(6).fill("docs:secret"));
});

test("the example of the page can be read", async () => {
  await using bench = openBench();
  const page = new URL("../../../apps/docs/src/content/docs/guard-a-server.mdx", import.meta.url);
  const [, example = ""] = /```yaml\n(gateway:[^`]*)```/.exec(readFileSync(page, "utf8")) ?? [];
  writeFileSync(join(bench.folder, "proviso.yaml"), example);
  const line = await readWholeCommandLine(["--upstream", "files"], bench.folder);
  const { reads, source } = line.upstreams[0] ?? {};
  expect([source, reads?.resources.length, reads?.prompts.length]).toMatchObject([{ command: "npx" }, 2, 1]);
  const tickets = await readWholeCommandLine(["--upstream", "tickets"], bench.folder);
  expect(tickets.upstreams).toMatchObject([{ name: "tickets", unlisted: "hide" }]);
});

test("an upstream of proviso.yaml has its options there, and those of the command line win", async () => {
  await using bench = openBench();
  await lineFrom(bench, config);
  const read = async (...words: string[]) => {
    const { upstreams, ...line } = await readWholeCommandLine(words, bench.folder);
    return { ...line, ...upstreams[0] };
  };
  expect(await read("--upstream", "mail", "--inbox-from", "low")).toMatchObject({
    name: "mail",
    source: { command: "node", args: ["server.js", "--all"] },
    contracts: join(bench.folder, "contracts"),
    trustsHints: true,
    meets: ["a:b", "c:d"],
    inboxFrom: "low",
  });
  expect(await read("--upstream", "notes", "--name", "other")).toMatchObject({
    name: "other",
    source: { url: new URL("https://mcp.example.com/mcp") },
  });
  await expect(read("--upstream", "nosuch")).rejects.toThrow("but mail, notes");
  await expect(read("--upstream", "mail", "--", "node")).rejects.toThrow("write no command");
  await expect(read("--upstream", "mail", "--config", "none.yaml")).rejects.toThrow("there is no ");
  for (const [wrong, message] of [
    ["gateway: { mail: { comand: [x] } }", "did you mean `command`?"],
    ["gateway: { mail: { command: [x], trust: all } }", "takes `hints`"],
    ["gateway: { mail: { command: [x], resources: { a: { private: true } } } }", "takes `readsPrivate`"],
    ["gateway: []", "names no servers"],
    ["gateway: {", "proviso.yaml"],
  ] as const)
    await expect(lineFrom(bench, wrong)).rejects.toThrow(message);
});
