import type { IncomingMessage, ServerResponse } from "node:http";
import { answerError } from "./check-sender.ts";
import type { HeldRequest } from "./held-bytes.ts";

/** The parsed JSON body; undefined for a request that is no POST. */
export interface Body {
  readonly json: unknown;
}

/** Milliseconds for a body to arrive, so that nobody occupies memory by sending it slowly. */
const bodyTimeoutMs = 30_000;

const parseError = -32700;

/** Bytes of a request that starts at once. A larger one blocks the event loop noticeably. */
const maxBytesParsedAtOnce = 64 * 1024;

export interface BodyReading {
  readonly maxBytes: number;
  /** Resolves when a large request may begin. */
  readonly turn: () => Promise<void>;
  readonly held: HeldRequest;
}

/** Reads the body of a request. If it is refused: sends the error, returns undefined. */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  reading: BodyReading,
): Promise<Body | undefined> {
  if (request.method !== "POST") return { json: undefined };
  try {
    return await readJson(request, response, reading);
  } finally {
    reading.held.release();
  }
}

/** Answers 429 to a principal whose waiting responses are over the limit. */
export function answerTooMuch(response: ServerResponse): void {
  const headers = { Connection: "close", "Retry-After": "1" };
  answerError(response, 429, "Read the answers to earlier requests first", headers);
}

async function readJson(
  request: IncomingMessage,
  response: ServerResponse,
  { maxBytes, turn, held }: BodyReading,
): Promise<Body | undefined> {
  const late = setTimeout(() => request.destroy(new Error("too slow")), bodyTimeoutMs);
  const bytes = await readBytes(request, maxBytes, held).finally(() => clearTimeout(late));
  if (bytes === "too much") {
    answerTooMuch(response);
    return undefined;
  }
  if (bytes === "too long") {
    answerError(response, 413, `A request may have ${maxBytes} bytes`, { Connection: "close" });
    return undefined;
  }
  if (bytes.length > maxBytesParsedAtOnce) await turn();
  try {
    return { json: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch {
    answerError(response, 400, "Parse error: the body is no JSON", {}, parseError);
    return undefined;
  }
}

async function readBytes(
  request: IncomingMessage,
  maxBytes: number,
  held: HeldRequest,
): Promise<Buffer | "too long" | "too much"> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Destroying the request would close the connection that carries the response.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length;
    if (length > maxBytes) return "too long";
    if (!held.add((chunk as Buffer).length)) return "too much";
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
