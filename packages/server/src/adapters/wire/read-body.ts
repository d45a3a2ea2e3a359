import type { IncomingMessage, ServerResponse } from "node:http";
import { answerError } from "./check-sender.ts";

/** What a request says, as JSON; undefined for one that is no POST. */
export interface Body {
  readonly json: unknown;
}

/** Milliseconds for a body to arrive: nobody holds memory by sending it piece by piece. */
const bodyMs = 30_000;

const parseError = -32700;

/** Bytes of a request that starts at once. Parsing and checking a larger one blocks the event loop noticeably. */
const mostAtOnce = 64 * 1024;

/** Reads the body of a request. Undefined for one that is too long or no JSON, which is then answered. */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  maxBytes: number,
  turn: () => Promise<void>,
): Promise<Body | undefined> {
  if (request.method !== "POST") return { json: undefined };
  const late = setTimeout(() => request.destroy(new Error("too slow")), bodyMs);
  const bytes = await readBytes(request, maxBytes).finally(() => clearTimeout(late));
  if (bytes === undefined) {
    answerError(response, 413, `A request may have ${maxBytes} bytes`, { Connection: "close" });
    return undefined;
  }
  if (bytes.length > mostAtOnce) await turn();
  try {
    return { json: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch {
    answerError(response, 400, "Parse error: the body is no JSON", {}, parseError);
    return undefined;
  }
}

async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  // To destroy the request would be to close the connection on which the answer goes out.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
