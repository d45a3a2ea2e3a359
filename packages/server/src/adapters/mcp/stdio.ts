import type { Readable, Writable } from "node:stream";
import type { EnforcingServer } from "../../api/outcome.ts";
import { pacedInput } from "../wire/paced-input.ts";
import { connectMcp, type ConnectOptions, type McpConnection } from "./connect.ts";
import { writingLists } from "./listed-tools.ts";
import { stdioTransport } from "./sdk.ts";

export interface StdioOptions extends ConnectOptions {
  /** Default to those of the process. Nothing else may write to the output. */
  readonly input?: Readable;
  readonly output?: Writable;
  /** Bytes of results that may wait for the client to read. Above that, no further calls are read. Defaults to 32 MiB. */
  readonly maxUnsentBytes?: number;
}

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
