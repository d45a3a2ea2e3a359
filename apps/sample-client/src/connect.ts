import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { McpConnection } from "@proviso/client";
import { connectMcpClient } from "@proviso/client/mcp";
import { UsageError } from "./usage-error.ts";

/** Where the server is. Without `server` and `http`, the sample server is started over stdio. */
export interface ConnectOptions {
  /** A command line that starts a server over stdio. */
  readonly server?: string | undefined;
  readonly http?: string | undefined;
  /** Bearer token for `http`. */
  readonly token?: string | undefined;
  /** The seeded principal of the sample server. */
  readonly as?: string | undefined;
  /** The data folder of the sample server. */
  readonly data?: string | undefined;
}

/** Rejects when there is no server to talk to. */
export async function connect(options: ConnectOptions): Promise<McpConnection> {
  return connectMcpClient(transportTo(options), { name: "backoffice", version: "0.1.0" });
}

function transportTo({ server, http, token, as, data }: ConnectOptions): Transport {
  if (http !== undefined && server !== undefined) throw new UsageError("give --server or --http, not both");
  if (http !== undefined) {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    // The SDK's own classes do not fit its interface under exactOptionalPropertyTypes.
    return new StreamableHTTPClientTransport(readUrl(http), { requestInit: { headers } }) as Transport;
  }
  const more = [...(as === undefined ? [] : ["--as", as]), ...(data === undefined ? [] : ["--data", data])];
  const [command = process.execPath, ...args] = server === undefined ? sampleServer() : splitCommand(server);
  return new StdioClientTransport({ command, args: [...args, ...more], stderr: "inherit" });
}

function readUrl(text: string): URL {
  if (!URL.canParse(text))
    throw new UsageError(`\`${text}\` is no URL: write --http http://127.0.0.1:PORT/mcp`);
  return new URL(text);
}

/** The command that starts the installed sample server, in this very Node. */
export function sampleServer(...args: string[]): readonly string[] {
  const path = createRequire(import.meta.url).resolve("backoffice-server/package.json");
  const { bin } = JSON.parse(readFileSync(path, "utf8")) as { bin: Record<string, string> };
  return [
    process.execPath,
    join(dirname(path), bin["backoffice-server"] ?? ""),
    ...(args.length > 0 ? args : ["--stdio"]),
  ];
}

/** Splits at spaces outside quotes. */
export function splitCommand(text: string): readonly string[] {
  const words = [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? "",
  );
  if (words.length === 0) throw new UsageError("--server needs a command");
  return words;
}
