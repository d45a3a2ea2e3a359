// The options of `serve`, as a host gives them.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { client2 } from "../ways/clients.ts";
import { noteServer } from "./note-server.ts";

test.each([1, 2] as const)("a product is served with a search, over HTTP by SDK %i", async (sdk) => {
  const app = noteServer();
  const { url } = await app.serve({
    http: 0,
    sdk,
    signals: false,
    discovery: "search",
    firstTools: "first",
    toolsets: { first: "notes.create" },
    toolset: "domain:notes",
  });
  const client = await client2(new StreamableHTTPClientTransport(new URL(url)), "auto");
  const { tools } = (await client.request("tools/list")) as { tools: readonly { readonly name: string }[] };
  expect(tools.map(({ name }) => name)).toEqual([
    "notes.create",
    "search_tools",
    "describe_tool",
    "call_tool",
  ]);
  const inner = { name: "notes.create_many", arguments: { text: "a", dryRun: true } };
  const called = await client.call({ name: "call_tool", arguments: inner });
  // Nobody has the permission, so the call has reached the gate.
  expect(JSON.stringify(called)).toContain("permission_denied");
  await client.close();
  await app.close();
});

test.each([
  [{ discovery: "search", firstTools: "notes.creat" }, '`firstTools`: no tool belongs to "notes.creat"'],
  [{ toolset: ["domain:notes", "domain:x"] }, '`toolset`: no tool belongs to "domain:x"'],
  [{ toolsets: { some: "other" } }, '`toolsets`: no tool belongs to "other"'],
])("options that lead nowhere are refused: %j", async (options, message) => {
  const app = noteServer();
  await expect(app.serve({ http: 0, signals: false, ...(options as object) })).rejects.toThrow(message);
  await app.close();
});

const program = new URL("./fixtures/discovery-loaded.ts", import.meta.url).pathname;

test.each([
  [[], []],
  [
    ["search"],
    [
      "describe-tool.ts",
      "open-discovery.ts",
      "own-tools.ts",
      "rank-tools.ts",
      "search-tools.ts",
      "tool-words.ts",
    ],
  ],
])("a server loads the search only if it has one: %j", (args, files) => {
  const loaded = execFileSync(process.execPath, [program, ...args], { encoding: "utf8" });
  expect(JSON.parse(loaded)).toEqual(files);
});
