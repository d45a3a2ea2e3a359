import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { EnforcingServer } from "../../api/outcome.ts";
import { httpHandler, type HttpHandler } from "../wire/http-listener.ts";
import type { HttpOptions } from "../wire/http-options.ts";
import { receiver } from "../wire/receive.ts";
import { authInfoOf, senderIn, sessionSenders } from "../wire/senders.ts";
import { sessionEndpoint, type OpenTransport } from "../wire/session-endpoint.ts";
import { sendResponse, webRequest } from "../wire/node-web.ts";
import { protocolFactory, type ProtocolFactory } from "./protocol.ts";
import { attachedBy, createMcpHandler, isLegacyRequest, listenTransport, modernRevision } from "./sdk.ts";
import { onClose, sessionTransport } from "./sdk.ts";

/**
 * Streamable HTTP for an existing Node server. Clients of 2026-07-28 need no session. A client of
 * 2025 that initializes gets one, for questions and cancellation; others get none.
 */
export function createHttpHandler(server: EnforcingServer, options: HttpOptions): HttpHandler {
  const { attach } = options;
  const protocolOf = protocolFactory(server, options);
  const makeProtocol: ProtocolFactory = (era, senders) => {
    const protocol = protocolOf(era, senders);
    return attach ? attachedBy(protocol, (transport) => attach(transport, era)) : protocol;
  };
  const stateless = createMcpHandler(({ era, authInfo }) =>
    makeProtocol(era, senderIn(authInfo ? { authInfo } : {})),
  );
  const sessions = sessionEndpoint(options, transportOpener(makeProtocol));
  const receive = receiver(server, options, attach === undefined);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const received = await receive(request, response);
    if (!received) return;
    const { json: parsedBody } = received;
    const web = webRequest(request, response);
    if (isOfSession(request, parsedBody) && (await isLegacyRequest(web, parsedBody)))
      return sessions.answer(received, request, response);
    const authInfo = authInfoOf(received);
    const listening = attach && isListening(request, parsedBody) ? listenTransport() : undefined;
    // The SDK would answer it itself, without the host that passes messages on.
    if (listening) await attach?.(listening, "modern");
    const answered = listening
      ? await listening.handleMessage(parsedBody as never, { request: web, authInfo })
      : await stateless.fetch(web, { authInfo, parsedBody });
    await sendResponse(answered, response);
  };
  return httpHandler({
    answer,
    async close() {
      await sessions.close();
      await stateless.close();
    },
  });
}

/** Whether a request belongs to a session of MCP up to 2025-11-25, or opens one. */
function isOfSession({ headers }: IncomingMessage, json: unknown): boolean {
  const { method } = (json ?? {}) as { readonly method?: unknown };
  return headers["mcp-session-id"] !== undefined || method === "initialize";
}

/** Whether a request asks for announcements, by headers and body that say the same. The SDK answers every other one. */
function isListening({ headers }: IncomingMessage, json: unknown): boolean {
  const { method } = (json ?? {}) as { readonly method?: unknown };
  return (
    method === "subscriptions/listen" &&
    headers["mcp-method"] === method &&
    headers["mcp-protocol-version"] === modernRevision
  );
}

function transportOpener(makeProtocol: ProtocolFactory): OpenTransport {
  return async ({ opened, closed }) => {
    const transport = sessionTransport(randomUUID, opened);
    const senders = sessionSenders();
    const protocol = makeProtocol("legacy", senders);
    onClose(protocol, closed);
    await protocol.connect(transport);
    senders.watch(transport);
    return {
      sessionId: () => transport.sessionId,
      async answer(received, request, response) {
        const options = { authInfo: authInfoOf(received), parsedBody: received.json };
        await sendResponse(await transport.handleRequest(webRequest(request, response), options), response);
      },
      close: () => transport.close(),
    };
  };
}
