import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { McpConnection } from "@proviso/client";
import { connectMcpClient } from "@proviso/client/mcp";

const manifest = createRequire(import.meta.url).resolve("backoffice-server/package.json");
const program = join(dirname(manifest), "bin/backoffice-server.js");

/** Starts a sample server in its own process, with the data of a folder. */
export function connectToData(data: string): Promise<McpConnection> {
  const args = [program, "--stdio", "--data", data];
  const { NODE_OPTIONS = "", NODE_COMPILE_CACHE = "" } = process.env;
  const env = { NODE_OPTIONS, NODE_COMPILE_CACHE };
  return connectMcpClient(
    new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }),
  );
}
