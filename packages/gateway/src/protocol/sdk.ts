/** The only file that imports the MCP SDK. */
import { Transform, type Readable, type Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

export type { Transport };

/** Bytes of one message. An image or a file of a few megabytes fits. */
const maxMessageBytes = 64 * 1024 * 1024;

/**
 * Messages as lines over a pair of streams: those of this process, or of a server that was started.
 * Both ends of stdio are the same, so the SDK's transport for servers serves either.
 */
export function streamTransport(input: Readable, output: Writable): Transport {
  const lines = wholeLines(maxMessageBytes);
  // The lines are within the limit already; the last chunk may end several of them.
  const transport: Transport = new StdioServerTransport(lines, output, {
    maxBufferSize: 2 * maxMessageBytes,
  });
  lines.once("error", () => void transport.close());
  // An input that is gone is noticed by whoever owns it.
  input.once("error", () => {});
  input.pipe(lines, { end: false });
  return transport;
}

/** Streamable HTTP to a server. Loaded late: it loads a web client, which stdio does not need. */
export async function urlTransport(url: URL, headers: Readonly<Record<string, string>>): Promise<Transport> {
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  return new StreamableHTTPClientTransport(url, { requestInit: { headers: { ...headers } } }) as Transport;
}

const lineEnd = 0x0a;

/**
 * Passes bytes on in whole lines. The SDK's reader copies and searches all that it has with every chunk, so a message of 40 MB in
 * small chunks would keep the process busy for a minute. A line above the limit ends the stream with an error.
 */
export function wholeLines(maxBytes: number): Transform {
  let parts: Buffer[] = [];
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const end = chunk.lastIndexOf(lineEnd);
      const rest = end < 0 ? chunk : chunk.subarray(end + 1);
      if (end >= 0) {
        this.push(Buffer.concat([...parts, chunk.subarray(0, end + 1)]));
        [parts, size] = [[], 0];
      }
      if (rest.length > 0) parts.push(rest);
      size += rest.length;
      done(size > maxBytes ? new Error(`a message has more than ${maxBytes} bytes`) : null);
    },
  });
}
