import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { McpConnection } from "@proviso/client";
import { connectMcpClient as connectStdio } from "@proviso/client/mcp";
import { connectMcpClient as connectHttp } from "@proviso/client/mcp2";
import { cut, visible } from "../view/text.ts";
import { printed, UsageError } from "@proviso/terminal";

/** The server's address. Without `server` and `http`, the sample server is started over stdio. */
export interface ConnectOptions {
  /** A command line that starts a server over stdio. */
  readonly server?: string | undefined;
  readonly http?: string | undefined;
  /** Bearer token for `http`. */
  readonly token?: string | undefined;
  /** The sample user whose rights are used. */
  readonly as?: string | undefined;
  /** The data folder of the sample server. */
  readonly data?: string | undefined;
  /** Whether the sample server has an inbox, on a free port of loopback. */
  readonly inbox?: boolean | undefined;
}

const clientInfo = { name: "backoffice", version: "0.1.0" };

/**
 * Rejects if the server cannot be reached. An HTTP server may support only 2026-07-28; over stdio, SDK 2.x would start the
 * server twice to find out.
 */
export async function connect(
  { server, http, token, as, data, inbox }: ConnectOptions,
  print: (line: string) => void = (line) => void process.stderr.write(`${printed(line)}\n`),
): Promise<McpConnection> {
  if (http !== undefined && server !== undefined) throw new UsageError("give --server or --http, not both");
  if (http !== undefined) {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    return connectHttp(
      new StreamableHTTPClientTransport(readUrl(http), { requestInit: { headers } }),
      clientInfo,
    );
  }
  const more = [
    ...(as === undefined ? [] : ["--as", as]),
    ...(data === undefined ? [] : ["--data", data]),
    ...(inbox ? ["--inbox", "0"] : []),
  ];
  const [command = process.execPath, ...args] = server === undefined ? sampleServer() : splitCommand(server);
  // The SDK passes on few environment variables; with these, the server has the same Node.js settings.
  const { NODE_OPTIONS = "", NODE_COMPILE_CACHE = "" } = process.env;
  const env = { NODE_OPTIONS, NODE_COMPILE_CACHE };
  const transport = new StdioClientTransport({ command, args: [...args, ...more], env, stderr: "pipe" });
  // Not inherited, because a server could draw on the terminal, even around a question.
  if (transport.stderr) printServerLines(transport.stderr as Readable, print);
  return connectStdio(transport, clientInfo);
}

/** Maximum lines that a server may print in one session. */
const maxServerLines = 200;

/** Prints a server's standard error, each line marked. */
function printServerLines(stream: Readable, print: (line: string) => void): void {
  let left = maxServerLines;
  const lines = createInterface({ input: stream });
  lines.on("line", (line) => {
    if ((left -= 1) >= 0) print(`  server: ${cut(visible(line.slice(0, 1_000)), 300)}`);
  });
}

/** The user whose rights the calls use, as far as this program knows; the sample server defaults to Mia. */
export function callerOf({ server, http, as }: ConnectOptions): string | undefined {
  return as ?? (server === undefined && http === undefined ? "mia" : undefined);
}

function readUrl(text: string): URL {
  if (!URL.canParse(text))
    throw new UsageError(`\`${text}\` is no URL: write --http http://127.0.0.1:PORT/mcp`);
  return new URL(text);
}

/** The command that starts the installed sample server, with the same Node. */
export function sampleServer(...args: string[]): readonly string[] {
  const path = createRequire(import.meta.url).resolve("backoffice-server/package.json");
  const { bin } = JSON.parse(readFileSync(path, "utf8")) as { bin: Record<string, string> };
  return [
    process.execPath,
    join(dirname(path), bin["backoffice-server"] ?? ""),
    ...(args.length > 0 ? args : ["--stdio"]),
  ];
}

/** Splits the command line of a server at spaces outside quotes. */
export function splitCommand(text: string): readonly string[] {
  const words = [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? "",
  );
  if (words.length === 0) throw new UsageError("--server needs a command");
  return words;
}
