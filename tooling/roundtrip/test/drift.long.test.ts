import { createRequire } from "node:module";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { createGuard, type McpConnection, type WireTool } from "@proviso/client";
import { compile, toManifest } from "@proviso/compiler";
import { importTools, readList } from "@proviso/compiler/import";
import { type Json, type JsonObject, wireInputSchema, wireOutputSchema } from "@proviso/manifest";
import fc from "fast-check";
import { expect, test } from "vitest";
import { whole } from "../../../packages/compiler/test/import/written-schemas.ts";
import type { ListedTool } from "../src/compare.ts";
import { lists, publicLists } from "./lists.ts";

/** The contracts of a list. */
function importedFrom(imports: readonly ListedTool[]) {
  const list = readList(JSON.parse(JSON.stringify(imports)) as Json);
  if (!list) throw new Error("this is no list");
  const imported = importTools({ tools: list.tools, product: "shop", domain: "shop", isOneDomain: true });
  const { model } = compile(imported.contracts);
  if (!model) throw new Error("the contracts do not compile");
  const contracts = toManifest(model, { product: "shop", wireNames: "underscore" });
  return { contracts, notes: [...list.notes, ...imported.notes] };
}

/** What the guard reports of a server, after a list of it was imported, and what the import reported. */
async function afterImport(imports: readonly ListedTool[], served: readonly ListedTool[] = imports) {
  const { contracts, notes } = importedFrom(imports);
  const connection = { ...silent, listTools: async () => served.map(asListed) };
  const { drift, tools: seen } = await createGuard(connection, { contracts }).inspect();
  return {
    differing: drift.map(({ tool, verdict, changes }) =>
      [tool, verdict, ...changes.map(({ what }) => what)].join(" "),
    ),
    notes,
    held: seen.tools.filter(({ contract }) => contract !== undefined).length,
  };
}

const silent: McpConnection = {
  listTools: () => Promise.resolve([]),
  callTool: () => Promise.reject(new Error("nothing is called")),
  onElicitation: () => undefined,
  onToolsChanged: () => undefined,
  close: () => Promise.resolve(),
};

function asListed({ _meta, ...tool }: ListedTool): WireTool {
  return { ...tool, meta: _meta ?? {} } as unknown as WireTool;
}

test.each(Object.entries({ ...lists, ...publicLists }))(
  "%s: just imported, no tool differs from its contract",
  async (_, tools) => {
    expect(await afterImport(tools)).toEqual({ differing: [], notes: [], held: tools.length });
  },
);

const again = lists["types that are referred to again"] ?? [];
test.each(Object.entries({ again, ...publicLists }))(
  "%s: the schemas do not grow, because what is referred to again stays so",
  (_, tools) => {
    const { contracts } = importedFrom(tools);
    const ours = contracts.tools.map((tool) => [wireInputSchema(tool), wireOutputSchema(tool)]);
    const bytesOf = (schemas: readonly unknown[]): number => JSON.stringify(schemas).length;
    const theirs = tools.map(({ inputSchema, outputSchema }) => [inputSchema, outputSchema]);
    expect(bytesOf(ours) / bytesOf(theirs)).toBeLessThan(1.1);
  },
);

test("the public filesystem server, just imported, does not differ from its contracts", async () => {
  const program = createRequire(import.meta.url).resolve(
    "@modelcontextprotocol/server-filesystem/dist/index.js",
  );
  const client = new Client({ name: "drift", version: "1.0.0" });
  const args = [program, import.meta.dirname];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
  try {
    const { tools } = await client.listTools();
    const found = await afterImport(tools as readonly ListedTool[]);
    expect(found).toEqual({ differing: [], notes: [], held: tools.length });
    expect(tools.length).toBeGreaterThan(10);
  } finally {
    await client.close();
  }
});

test("whatever schema a server lists, one that was imported without a note does not differ", async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(whole, async (schema) => {
      const { differing, notes } = await afterImport([{ name: "run", inputSchema: schema }]);
      if (notes.length > 0) return;
      compared += 1;
      expect(differing).toEqual([]);
    }),
    { numRuns: 60, seed: 15 },
  );
  expect(compared).toBeGreaterThan(48);
});

const text = { type: "string" };
test.each<readonly [string, JsonObject, JsonObject]>([
  ["another type", { a: text }, { a: { type: "integer" } }],
  [
    "another format",
    { a: { type: "integer", format: "int32" } },
    { a: { type: "integer", format: "int64" } },
  ],
  ["null", { a: text }, { a: { anyOf: [text, { type: "null" }] } }],
  ["one more property", { a: text }, { a: text, b: text }],
  ["another spelling of a name", { a: text }, { A: text }],
  ["one more choice", { a: { ...text, enum: ["x"] } }, { a: { ...text, enum: ["x", "y"] } }],
])("a server that takes %s later on differs", async (_, before, after) => {
  const schemaOf = (properties: JsonObject) => ({ type: "object", properties, additionalProperties: false });
  const toolOf = (properties: JsonObject) => [{ name: "run", inputSchema: schemaOf(properties) }];
  const { differing } = await afterImport(toolOf(before), toolOf(after));
  expect(differing).toEqual(["shop.run loosened inputSchema"]);
});
