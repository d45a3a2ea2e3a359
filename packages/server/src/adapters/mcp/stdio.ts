import type { EnforcingServer } from "../../api/outcome.ts";
import { pacedInput } from "../wire/paced-input.ts";
import type { McpConnection, StdioOptions } from "../wire/mcp-options.ts";
import { connectMcp } from "./connect.ts";
import { writingLists } from "./listed-tools.ts";
import { stdioTransport } from "./sdk.ts";

/** Serves the parent process until it closes our standard input. */
export async function serveStdio(server: EnforcingServer, options: StdioOptions): Promise<McpConnection> {
  const input = options.input ?? process.stdin;
  const output = options.output ?? process.stdout;
  const { lines, stop } = pacedInput(input, output, options.maxUnsentBytes);
  const transport = writingLists(stdioTransport(lines, output), output);
  const connection = await connectMcp(server, transport, options);
  const close = (): void => void connection.close();
  lines.once("end", close);
  output.once("error", close);
  void connection.closed.then(stop);
  return connection;
}
