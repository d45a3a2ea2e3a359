import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { sendResponse } from "@proviso/server/extension";
import { answerText } from "./answers.ts";

export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Serves a `fetch` handler with the request and response of Node. Never rejects. */
export function nodeHandler(origin: string, answer: (request: Request) => Promise<Response>): NodeHandler {
  return async (request, response) => {
    try {
      await send(await answer(webRequest(origin, request)), response);
    } catch {
      if (!response.headersSent) await send(answerText("Internal error", 500), response).catch(() => {});
      response.destroy();
    }
  };
}

async function send(answered: Response, response: ServerResponse): Promise<void> {
  const cookies = answered.headers.getSetCookie();
  // Several headers of one name do not fit into an object.
  if (cookies.length > 0) response.setHeader("Set-Cookie", cookies);
  answered.headers.delete("Set-Cookie");
  await sendResponse(answered, response);
}

/** Frameworks that mount a handler cut its path from `url`, and keep the whole in `originalUrl`. */
function webRequest(origin: string, request: IncomingMessage & { readonly originalUrl?: unknown }): Request {
  const { method = "GET", url = "/", originalUrl } = request;
  const path = typeof originalUrl === "string" ? originalUrl : url;
  const headers = new Headers();
  for (const [name, values] of Object.entries(request.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  const hasBody = method !== "GET" && method !== "HEAD";
  if (hasBody && request.readableEnded)
    throw new Error("the body was read already: mount the inbox before what parses bodies");
  const body = hasBody ? { body: Readable.toWeb(request) as ReadableStream<Uint8Array>, duplex: "half" } : {};
  // A path of two slashes would name another host.
  return new Request(`${origin}${path.replace(/^\/*/, "/")}`, { method, headers, ...body } as RequestInit);
}
