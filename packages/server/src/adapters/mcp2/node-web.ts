import type { IncomingMessage, ServerResponse } from "node:http";
import { drained } from "../wire/paced-input.ts";

/** A request as `fetch` knows it, its body having been read. It is aborted when the client goes away before it has its whole answer. */
export function webRequest(request: IncomingMessage, response: ServerResponse): Request {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort(new Error("The client has gone."));
  });
  // The host has been checked, and nobody looks at it again.
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

/** Sends a response of `fetch`, in the client's own time. A client that goes away ends it. */
export async function sendResponse(from: Response, to: ServerResponse): Promise<void> {
  to.writeHead(from.status, Object.fromEntries(from.headers));
  to.flushHeaders();
  if (!from.body) return void to.end();
  // Not by `pipeline`, whose many listeners Node.js takes for a leak.
  const reader = from.body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => {});
  if (to.destroyed) return cancel();
  to.once("close", cancel);
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (!to.write(part.value)) await drained(to);
  }
  to.end();
}
