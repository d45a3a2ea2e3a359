import { spawn } from "node:child_process";
import { once } from "node:events";
import { devNull } from "node:os";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, test } from "vitest";
import { client2 } from "../ways/clients.ts";

const program = new URL("../ways/fixtures/stdio-server.ts", import.meta.url).pathname;

test.each(["mcp", "mcp2"])("a server of %s ends when its parent closes the input", async (adapter) => {
  const child = spawn(process.execPath, [program, adapter, "anna", devNull], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end();
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("a client that speaks nothing but 2026-07-28 is not served by the 1.x adapter", async () => {
  const args = [program, "mcp", "anna", devNull];
  const { NODE_OPTIONS = "", NODE_COMPILE_CACHE = "" } = process.env;
  const env = { NODE_OPTIONS, NODE_COMPILE_CACHE };
  const transport = new StdioClientTransport({ command: process.execPath, args, env, stderr: "inherit" });
  await expect(client2(transport, "pinned")).rejects.toMatchObject({ code: "ERA_NEGOTIATION_FAILED" });
  await transport.close();
});
