// The options of `serve`, as a host gives them.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { client2 } from "../ways/clients.ts";
import { noteServer } from "./note-server.ts";

test.each([1, 2] as const)("a product is served with a search, over HTTP by SDK %i", async (sdk) => {
  const app = noteServer();
  const shorter = { firstTools: "first", toolsets: { first: "notes.create" }, toolset: "domain:notes" };
  const { url } = await app.serve({ http: 0, sdk, signals: false, ...shorter });
  const client = await client2(new StreamableHTTPClientTransport(new URL(url)), "auto");
  const { tools } = (await client.request("tools/list")) as { tools: readonly { readonly name: string }[] };
  expect(tools.map(({ name }) => name)).toEqual([
    "notes.create",
    "search_tools",
    "describe_tool",
    "call_tool",
  ]);
  const inner = { name: "notes.create_many", arguments: { text: "a", dryRun: true } };
  // Nobody has the permission, so the call has reached the gate.
  const called = await client.call({ name: "call_tool", arguments: inner });
  expect(JSON.stringify(called)).toContain("permission_denied");
  await client.close();
  await app.close();
});

test.each([
  [{ firstTools: "notes.creat" }, '`firstTools`: no tool belongs to "notes.creat"'],
  [{ toolset: ["domain:notes", "domain:x"] }, '`toolset`: no tool belongs to "domain:x"'],
  [{ toolsets: { some: "other" } }, '`toolsets`: no tool belongs to "other"'],
  [{ toolset: "__proto__" }, '`toolset`: no tool belongs to "__proto__"'],
])("options that name no tool are refused: %j", async (options, message) => {
  const app = noteServer();
  await expect(app.serve({ http: 0, signals: false, ...(options as object) })).rejects.toThrow(message);
  await app.close();
});

test("a server loads the search only if it has one", () => {
  const program = new URL("./fixtures/discovery-loaded.ts", import.meta.url).pathname;
  const loadedBy = (...args: readonly string[]): unknown =>
    JSON.parse(execFileSync(process.execPath, [program, ...args], { encoding: "utf8" }));
  expect(loadedBy()).toEqual([]);
  expect(loadedBy("search")).toContain("open-discovery.ts");
});
