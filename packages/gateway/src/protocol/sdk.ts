/** The only file that imports the MCP SDK. */
import type { Readable, Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { wholeLines } from "./whole-lines.ts";

export type { Transport };

/** Bytes of one message. An image or a file of a few megabytes fits. */
const maxMessageBytes = 64 * 1024 * 1024;

/**
 * Messages as lines over a pair of streams: those of this process, or of a server that was started.
 * Both ends of stdio are the same, so the SDK's transport for servers serves either.
 */
export function streamTransport(input: Readable, output: Writable): Transport {
  const lines = wholeLines(maxMessageBytes);
  const transport: Transport = new StdioServerTransport(lines, output, {
    // The lines are within the limit already; the last chunk may end several of them.
    maxBufferSize: 2 * maxMessageBytes,
  });
  lines.once("error", () => void transport.close());
  // An input that is gone is noticed by whoever owns it.
  input.once("error", () => {});
  input.pipe(lines);
  return transport;
}

/** Streamable HTTP to a server. Loaded late: it loads a web client, which stdio does not need. */
export async function urlTransport(url: URL, headers: Readonly<Record<string, string>>): Promise<Transport> {
  const { StreamableHTTPClientTransport } =
    await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers: { ...headers } } });
  // The SDK declares optional members as `T | undefined`, which exactOptionalPropertyTypes distinguishes from `T?`.
  return transport as Transport;
}
