import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { McpConnection } from "@proviso/client";
import { connectMcpClient } from "@proviso/client/mcp";
import { onTestFinished } from "vitest";

const manifest = createRequire(import.meta.url).resolve("backoffice-server/package.json");
const program = join(dirname(manifest), "bin/backoffice-server.js");

/** Starts a sample server in its own process, with its own data; it ends with the test. */
export async function connectToSampleServer(): Promise<McpConnection> {
  const data = mkdtempSync(join(tmpdir(), "proviso-frameworks-"));
  const args = [program, "--stdio", "--data", data];
  const env = { NODE_OPTIONS: process.env["NODE_OPTIONS"] ?? "" };
  const connection = await connectMcpClient(
    new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }),
  );
  onTestFinished(async () => {
    await connection.close();
    rmSync(data, { recursive: true });
  });
  return connection;
}
