import type { EnforcingServer } from "../../api/outcome.ts";
import { pacedInput } from "../wire/paced-input.ts";
import type { McpConnection, StdioOptions } from "../wire/mcp-options.ts";
import { connectMcp } from "./connect.ts";
import { stdioTransport } from "./sdk.ts";

/** Serves the parent process until it closes our standard input. */
export async function serveStdio(server: EnforcingServer, options: StdioOptions): Promise<McpConnection> {
  const output = options.output ?? process.stdout;
  const { lines, stop } = pacedInput(options.input ?? process.stdin, output, options.maxUnsentBytes);
  const connection = await connectMcp(server, stdioTransport(lines, output), options);
  void connection.closed.then(stop);
  return connection;
}
