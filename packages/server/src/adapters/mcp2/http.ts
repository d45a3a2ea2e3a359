import type { IncomingMessage, ServerResponse } from "node:http";
import type { EnforcingServer, Principal } from "../../api/outcome.ts";
import {
  answerOrFail,
  listen,
  type HttpHandler,
  type HttpListener,
  type ListenAddress,
} from "../wire/http-listener.ts";
import { receiver, type ReceiveOptions } from "../wire/receive.ts";
import { sendResponse, webRequest } from "./node-web.ts";
import { protocolFactory, type McpOptions } from "./protocol.ts";
import { createMcpHandler, type AuthInfo } from "./sdk.ts";

export interface HttpOptions extends McpOptions, ReceiveOptions {}

/**
 * Streamable HTTP without sessions, for a Node server of yours. 2025 clients can call, but nobody is asked there, and a
 * call that they give up goes on to its end or its time-out.
 */
export function createHttpHandler(server: EnforcingServer, options: HttpOptions): HttpHandler {
  const makeProtocol = protocolFactory(server, options);
  const endpoint = createMcpHandler(({ era, authInfo }) => makeProtocol(era, principalOf(authInfo)));
  const receive = receiver(server, options);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const received = await receive(request, response);
    if (!received) return;
    const { principal, json: parsedBody } = received;
    const authInfo = { token: "", clientId: principal.id, scopes: [], extra: { principal } };
    const answered = await endpoint.fetch(webRequest(request, response), { authInfo, parsedBody });
    await sendResponse(answered, response);
  };
  return {
    handle: (request, response) => answerOrFail(response, () => answer(request, response)),
    close: () => endpoint.close(),
  };
}

/** Each request has its own protocol side, so that permissions are those of its own token. */
function principalOf(authInfo: AuthInfo | undefined): Principal | undefined {
  return authInfo?.extra?.["principal"] as Principal | undefined;
}

export interface ListenOptions extends HttpOptions, ListenAddress {}

/** Listens on its own, at the path `/mcp`. */
export async function serveHttp(server: EnforcingServer, options: ListenOptions): Promise<HttpListener> {
  return listen(createHttpHandler(server, options), options);
}
