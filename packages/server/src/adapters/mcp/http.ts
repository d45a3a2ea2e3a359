import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { EnforcingServer } from "../../api/outcome.ts";
import { httpHandler, type HttpHandler } from "../wire/http-listener.ts";
import type { HttpOptions } from "../wire/http-options.ts";
import { receiver } from "../wire/receive.ts";
import { authInfoOf, sessionSenders } from "../wire/senders.ts";
import { sessionEndpoint, type OpenTransport } from "../wire/session-endpoint.ts";
import { protocolFactory, type ProtocolFactory } from "./protocol.ts";
import { httpTransport, onClose } from "./sdk.ts";

/** Streamable HTTP for an existing Node server. */
export function createHttpHandler(server: EnforcingServer, options: HttpOptions): HttpHandler {
  if (options.attach) throw new TypeError("`attach` needs `sdk: 2`");
  const endpoint = sessionEndpoint(options, transportOpener(protocolFactory(server, options)));
  const receive = receiver(server, options);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const received = await receive(request, response);
    if (received) await endpoint.answer(received, request, response);
  };
  return httpHandler({ answer, close: () => endpoint.close() });
}

/** The SDK passes `auth` to the request's own handler: permissions are its token's. */
function transportOpener(makeProtocol: ProtocolFactory): OpenTransport {
  return async ({ opened, closed }) => {
    const http = await httpTransport({ newSessionId: randomUUID, onOpen: opened });
    const senders = sessionSenders();
    const protocol = makeProtocol(senders);
    onClose(protocol, closed);
    await protocol.connect(http.transport);
    senders.watch(http.transport);
    return {
      sessionId: () => http.sessionId(),
      answer: (received, request, response) =>
        http.handle(Object.assign(request, { auth: authInfoOf(received) }), response, received.json),
      close: () => http.close(),
    };
  };
}
