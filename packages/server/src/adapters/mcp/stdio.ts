import type { Readable, Writable } from "node:stream";
import type { EnforcingServer } from "../../api/outcome.ts";
import { connectMcp, type ConnectOptions, type McpConnection } from "./connect.ts";
import { writingLists } from "./listed-tools.ts";
import { stdioTransport } from "./sdk.ts";

export interface StdioOptions extends ConnectOptions {
  /** Default to those of the process. Nothing else may write to the output. */
  readonly input?: Readable;
  readonly output?: Writable;
}

/** Serves the process's own parent until it closes our standard input. */
export async function serveStdio(server: EnforcingServer, options: StdioOptions): Promise<McpConnection> {
  const input = options.input ?? process.stdin;
  const output = options.output ?? process.stdout;
  const transport = writingLists(stdioTransport(input, output), output);
  const connection = await connectMcp(server, transport, options);
  const close = (): void => void connection.close();
  input.once("end", close);
  output.once("error", close);
  return connection;
}
