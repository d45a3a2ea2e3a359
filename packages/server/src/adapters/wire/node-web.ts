import type { IncomingMessage, ServerResponse } from "node:http";
import { drained } from "./paced-input.ts";

/**
 * Converts to a `fetch` request with the parsed body. Its signal is aborted if the client
 * disconnects before the response is complete.
 */
export function webRequest(request: IncomingMessage, response: ServerResponse): Request {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort(new Error("The client has gone."));
  });
  // The host was checked before, and is not used.
  return new Request("http://mcp.invalid/mcp", {
    method: request.method ?? "GET",
    headers: headersOf(request),
    signal: gone.signal,
  });
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(request.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  return headers;
}

/** Sends a `fetch` response as fast as the client reads. If the client disconnects, it ends. */
export async function sendResponse(from: Response, to: ServerResponse): Promise<void> {
  to.writeHead(from.status, Object.fromEntries(from.headers));
  // A stream may stay silent for long; any other answer is sent with its headers.
  if (from.headers.get("content-type") === "text/event-stream") to.flushHeaders();
  if (!from.body) return void to.end();
  // Without `pipeline`, because Node.js reports its many listeners as a leak.
  const reader = from.body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => {});
  if (to.destroyed) return cancel();
  to.once("close", cancel);
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (!to.write(part.value)) await drained(to);
  }
  to.end();
}
