import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { compile, toManifest } from "@proviso/compiler";
import { importTools, readList } from "@proviso/compiler/import";
import { withoutForbidden, wireName, type Manifest, type ToolContract } from "@proviso/manifest";
import { createEnforcingServer, type HandlerTable } from "@proviso/server";
import { connectMcp, type McpOptions } from "@proviso/server/mcp";
import { expect, test } from "vitest";
import { readContracts } from "../../src/index.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const questions = JSON.parse(readFileSync(new URL("questions.json", import.meta.url), "utf8")) as object;
/** Public servers, of which the repository has the names and schemas of their tools. */
const servers = ["filesystem", "github", "memory", "mongodb", "notion", "playwright", "stripe", "supabase"];

function importedTools(name: string): readonly ToolContract[] {
  const path = `${root}packages/compiler/test/import/fixtures/${name}.json`;
  const { tools = [] } = readList(JSON.parse(readFileSync(path, "utf8"))) ?? {};
  const { contracts } = importTools({ tools, product: name, domain: name, isOneDomain: true });
  const { model } = compile(contracts);
  return model ? toManifest(model, { product: name, wireNames: "underscore" }).tools : [];
}

const sample = withoutForbidden(await readContracts(`${root}contracts`, "backoffice"));
/** Without what ties a contract to others: names for its own server's list, the tools that read its outcome and undo it, requirements. */
const tools = [...sample.tools, ...servers.flatMap(importedTools)].map(
  ({ wireName: _wireName, reconcile: _reconcile, compensate: _compensate, ...tool }): ToolContract => ({
    ...tool,
    requirements: [],
  }),
);

/** A client of a server whose tools do nothing. */
async function clientOf(some: readonly ToolContract[], options: Partial<McpOptions>): Promise<Client> {
  const manifest: Manifest = { ...sample, tools: some };
  const run = async () => ({});
  const handlers = some.map(({ name, dryRun }) => [name, dryRun ? { plan: run, execute: run } : run]);
  const server = createEnforcingServer({
    manifest,
    handlers: Object.fromEntries(handlers) as HandlerTable<object>,
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const serverInfo = { name: "long", version: "1" };
  await connectMcp(server, near as never, { sdk: 1, serverInfo, principal: undefined, ...options });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(far);
  return client;
}

test("of 60 questions, the right tool is among the first three for at least 90 %", async () => {
  const client = await clientOf(tools, { discovery: "search" });
  const listed = new Map(tools.map((tool) => [tool.name, wireName(tool, "underscore")]));
  const missed: string[] = [];
  for (const [words, right] of Object.entries(questions) as [string, readonly string[]][]) {
    const { content } = await client.callTool({ name: "search_tools", arguments: { words, limit: 3 } });
    const [{ text = "" } = {}] = content as { text?: string }[];
    const wanted = right.map((name) => listed.get(name));
    expect(wanted).not.toContain(undefined);
    if (!wanted.some((name) => text.includes(`"name":"${name}"`))) missed.push(`${words}: ${text}`);
  }
  expect([Object.keys(questions).length, tools.length > 300]).toEqual([60, true]);
  expect(missed.slice(6)).toEqual([]);
  await client.close();
});

test("what a model reads first of 1000 tools is at most 15 % of the whole list, with ten tools of the host's own", async () => {
  const copies = ["a", "b", "c", "d"].flatMap((copy) =>
    tools.map((tool) => ({ ...tool, name: `${copy}.${tool.name.replace(".", "_")}`, domain: copy })),
  );
  const thousand = copies.slice(0, 1000);
  const bytesOf = async (options: Partial<McpOptions>): Promise<number> => {
    const client = await clientOf(thousand, options);
    const { tools: listed } = await client.listTools();
    await client.close();
    // A host gives its model names, descriptions and input schemas.
    const read = listed.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    return Buffer.byteLength(JSON.stringify(read));
  };
  const firstTools = thousand.slice(0, 10).map(({ name }) => name);
  const few = await bytesOf({ firstTools: firstTools.join(",") });
  expect(few / (await bytesOf({}))).toBeLessThanOrEqual(0.15);
});
