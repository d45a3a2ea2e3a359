import { spawn } from "node:child_process";
import { once } from "node:events";
import { StdioClientTransport as StdioClientTransport1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, test } from "vitest";
import { childProcess, client1, client2, type Connection, type TestClient } from "./harness.ts";

const program = (folder: "mcp" | "mcp2"): string =>
  new URL(`../${folder}/fixtures/stdio-server.ts`, import.meta.url).pathname;

const accepting: Connection = { answering: () => ({ action: "accept", content: { confirm: true } }) };

async function check(connect: () => Promise<TestClient>): Promise<void> {
  const client = await connect();
  const { tools } = await client.list();
  expect(tools).toMatchObject([{ name: "notes.create" }, { name: "notes.delete" }]);
  const created = await client.call({ name: "notes.create", arguments: { text: "ü\n" } });
  expect(created["structuredContent"]).toEqual({ id: "n1" });
  const deleted = await client.call({ name: "notes.delete", arguments: { text: "x" } });
  expect(deleted["structuredContent"]).toEqual({ id: "n2" });
  await client.close();
}

const options = { timeout: 20_000 };

test("a child process serves a client of 2026-07-28", options, () =>
  check(() => client2(childProcess(program("mcp2")), "modern", accepting)),
);

test("a child process serves a 2.x client of 2025", options, () =>
  check(() => client2(childProcess(program("mcp2")), "legacy", accepting)),
);

test("a child process serves a 1.x client", options, () =>
  check(() => {
    const command = { command: process.execPath, args: [program("mcp2")], stderr: "inherit" as const };
    return client1(new StdioClientTransport1(command), accepting);
  }),
);

test("a child process of the 1.x adapter serves a 2.x client", options, () =>
  check(() => client2(childProcess(program("mcp")), "legacy", accepting)),
);

test("the server ends when its parent closes the input", options, async () => {
  const child = spawn(process.execPath, [program("mcp2")], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end();
  expect(await once(child, "exit")).toEqual([0, null]);
});
