import type { Readable, Writable } from "node:stream";
import type { EnforcingServer } from "../../api/outcome.ts";
import { connectMcp, type ConnectOptions, type McpConnection } from "./connect.ts";
import { stdioTransport } from "./sdk.ts";

export interface StdioOptions extends ConnectOptions {
  /** Default to those of the process. Nothing else may write to the output. */
  readonly input?: Readable;
  readonly output?: Writable;
}

/** Serves the process's own parent until it closes our standard input. */
export async function serveStdio(server: EnforcingServer, options: StdioOptions): Promise<McpConnection> {
  const transport = stdioTransport(options.input ?? process.stdin, options.output ?? process.stdout);
  return connectMcp(server, transport, options);
}
