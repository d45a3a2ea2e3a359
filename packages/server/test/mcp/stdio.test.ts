import { spawn } from "node:child_process";
import { once } from "node:events";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, test } from "vitest";
import { connectClient, raw } from "./harness.ts";

const program = new URL("./fixtures/stdio-server.ts", import.meta.url).pathname;

test("a child process serves tools and asks over its standard streams", { timeout: 20_000 }, async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program],
    stderr: "inherit",
  });
  const client = await connectClient(transport, () => ({ action: "accept", content: { confirm: true } }));
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["notes.create", "notes.delete"]);
  const created = await raw(client, "tools/call", { name: "notes.create", arguments: { text: "ü\n" } });
  expect(created["structuredContent"]).toEqual({ id: "n1" });
  const deleted = await raw(client, "tools/call", { name: "notes.delete", arguments: { text: "x" } });
  expect(deleted["structuredContent"]).toEqual({ id: "n2" });
  await client.close();
});

test("the server ends when its parent closes the input", { timeout: 20_000 }, async () => {
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end();
  expect(await once(child, "exit")).toEqual([0, null]);
});
