import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { EnforcingServer } from "../../api/outcome.ts";
import { httpHandler, listen, type HttpHandler, type HttpListener } from "../wire/http-listener.ts";
import type { HttpOptions, ListenOptions } from "../wire/http-options.ts";
import { receiver } from "../wire/receive.ts";
import { authInfoOf, senderIn, sessionSenders } from "../wire/senders.ts";
import { sessionEndpoint, type OpenTransport } from "../wire/session-endpoint.ts";
import { sendResponse, webRequest } from "../wire/node-web.ts";
import { protocolFactory, type ProtocolFactory } from "./protocol.ts";
import { attachedBy, createMcpHandler, isLegacyRequest, onClose, sessionTransport } from "./sdk.ts";
import type { ServerEventBus } from "./sdk.ts";

const told = { listChanged: true };

/**
 * Streamable HTTP for an existing Node server. Clients of 2026-07-28 need no session. A client of
 * 2025 that initializes gets one, for questions and cancellation; others get none.
 */
export function createHttpHandler(server: EnforcingServer, options: HttpOptions): HttpHandler {
  const { attach, bus } = options;
  const protocolOf = protocolFactory(server, options);
  const makeProtocol: ProtocolFactory = (era, senders) => {
    const protocol = protocolOf(era, senders);
    if (bus) protocol.registerCapabilities({ tools: told, prompts: told, resources: told });
    return attach ? attachedBy(protocol, (transport) => attach(transport, era)) : protocol;
  };
  const stateless = createMcpHandler(
    ({ era, authInfo }) => makeProtocol(era, senderIn(authInfo ? { authInfo } : {})),
    bus ? { bus: bus as ServerEventBus } : {},
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
    const answered = await stateless.fetch(web, { authInfo: authInfoOf(received), parsedBody });
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

/** Listens at the path `/mcp`. */
export async function serveHttp(server: EnforcingServer, options: ListenOptions): Promise<HttpListener> {
  return listen(createHttpHandler(server, options), options);
}
