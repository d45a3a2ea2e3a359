import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { EnforcingServer, Principal } from "../../api/outcome.ts";
import { answerError } from "../wire/http-guard.ts";
import {
  answerOrFail,
  listen,
  type HttpHandler,
  type HttpListener,
  type ListenAddress,
} from "../wire/http-listener.ts";
import { receiver, type Receive, type Received, type ReceiveOptions } from "../wire/receive.ts";
import { protocolFactory, type McpOptions, type ProtocolFactory } from "./protocol.ts";
import { httpTransport, onClose, type HttpTransport, type RequestExtra } from "./sdk.ts";
import { createSessions, type Sessions } from "./sessions.ts";

export interface HttpOptions extends McpOptions, ReceiveOptions {
  /** Milliseconds that an unused session is kept. Defaults to half an hour. */
  readonly idleMs?: number;
  /** Sessions open at once, half of which one principal may have: nobody shuts all others out. Defaults to 1000. */
  readonly maxSessions?: number;
}

interface Endpoint {
  readonly options: HttpOptions;
  readonly receive: Receive;
  readonly sessions: Sessions;
  readonly makeProtocol: ProtocolFactory;
}

/** Streamable HTTP for a Node server of yours. */
export function createHttpHandler(server: EnforcingServer, options: HttpOptions): HttpHandler {
  const sessions = createSessions(options.idleMs ?? 30 * 60_000, () => performance.now());
  const receive = receiver(server, options);
  const endpoint = { options, receive, sessions, makeProtocol: protocolFactory(server, options) };
  return {
    handle: (request, response) => answerOrFail(response, () => answer(endpoint, request, response)),
    close: () => sessions.closeAll(),
  };
}

async function answer(endpoint: Endpoint, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { receive, sessions } = endpoint;
  const received = await receive(request, response);
  if (!received) return;
  const { principal } = received;
  await sessions.closeIdle();
  const sessionId = request.headers["mcp-session-id"];
  const transport =
    typeof sessionId === "string"
      ? sessions.find(sessionId, principal)
      : await openSession(endpoint, principal);
  if (typeof sessionId === "string" && !transport) return answerError(response, 404, "Session not found");
  if (!transport) return answerError(response, 503, "Too many open sessions", { "Retry-After": "60" });
  await pass(endpoint, transport, received, request, response);
}

async function openSession(endpoint: Endpoint, owner: Principal): Promise<HttpTransport | undefined> {
  const { options, sessions, makeProtocol } = endpoint;
  const most = options.maxSessions ?? 1000;
  if (sessions.size >= most || sessions.countOf(owner) >= Math.ceil(most / 2)) return undefined;
  const transport = await httpTransport({
    newSessionId: randomUUID,
    onOpen: (sessionId) => sessions.add(sessionId, owner, transport),
  });
  const protocol = makeProtocol(principalOf);
  onClose(protocol, () => sessions.remove(transport.sessionId() ?? ""));
  await protocol.connect(transport.transport);
  return transport;
}

/** The SDK carries `auth` to the handler of this very request: permissions are those of its token, not of the session. */
async function pass(
  { sessions }: Endpoint,
  transport: HttpTransport,
  { principal, json }: Received,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const release = sessions.use(transport.sessionId() ?? "");
  response.once("close", release);
  const auth = { token: "", clientId: principal.id, scopes: [], extra: { principal } };
  await transport.handle(Object.assign(request, { auth }), response, json);
  // It was not an initialization: the transport has refused it, and nobody can come back to this session.
  if (transport.sessionId() === undefined) await transport.close();
}

function principalOf(extra: RequestExtra): Principal | undefined {
  return extra.authInfo?.extra?.["principal"] as Principal | undefined;
}

export interface ListenOptions extends HttpOptions, ListenAddress {}

/** Listens on its own, at the path `/mcp`. */
export async function serveHttp(server: EnforcingServer, options: ListenOptions): Promise<HttpListener> {
  return listen(createHttpHandler(server, options), options);
}
