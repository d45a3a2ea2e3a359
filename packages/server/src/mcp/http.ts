import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { EnforcingServer, Principal } from "../outcome.ts";
import { answerError, isFromAllowedPlace, type HostRules } from "./http-guard.ts";
import { protocolFactory, type McpOptions, type ProtocolFactory } from "./protocol.ts";
import { httpTransport, onClose, type HttpTransport, type RequestExtra } from "./sdk.ts";
import { createSessions, type Sessions } from "./sessions.ts";

export interface HttpOptions extends McpOptions, HostRules {
  /** Says who sends this request, from its bearer token. Asked for every request; undefined or an error: nobody. */
  authenticate(request: IncomingMessage): Promise<Principal | undefined>;
  /** Further parameters of the `WWW-Authenticate` challenge, such as `resource_metadata`. */
  readonly challenge?: Readonly<Record<string, string>>;
  /** Bytes of one request. Defaults to 1 MiB. */
  readonly maxRequestBytes?: number;
  /** Milliseconds that an unused session is kept. Defaults to half an hour. */
  readonly idleMs?: number;
  /** Sessions open at once. Defaults to 1000. */
  readonly maxSessions?: number;
}

export interface HttpHandler {
  /** Answers one request of the MCP endpoint, whatever its path. Never rejects. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Closes all sessions. */
  close(): Promise<void>;
}

interface Endpoint {
  readonly options: HttpOptions;
  readonly sessions: Sessions;
  readonly makeProtocol: ProtocolFactory;
}

/** Streamable HTTP for a Node server of yours. */
export function createHttpHandler(server: EnforcingServer, options: HttpOptions): HttpHandler {
  const sessions = createSessions(options.idleMs ?? 30 * 60_000, () => performance.now());
  const endpoint = { options, sessions, makeProtocol: protocolFactory(server, options) };
  return {
    async handle(request, response) {
      try {
        await answer(endpoint, request, response);
      } catch {
        if (!response.headersSent) answerError(response, 500, "Internal error");
        else response.destroy();
      }
    },
    close: () => sessions.closeAll(),
  };
}

async function answer(endpoint: Endpoint, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { options, sessions } = endpoint;
  if (!isFromAllowedPlace(request, options)) return answerError(response, 403, "Forbidden host or origin");
  const principal = await authenticate(options, request);
  if (!principal) return challenge(options, request, response);
  await sessions.closeIdle();
  const sessionId = request.headers["mcp-session-id"];
  const transport =
    typeof sessionId === "string"
      ? sessions.find(sessionId, principal)
      : await openSession(endpoint, principal);
  if (typeof sessionId === "string" && !transport) return answerError(response, 404, "Session not found");
  if (!transport) return answerError(response, 503, "Too many open sessions", { "Retry-After": "60" });
  await pass(endpoint, transport, principal, request, response);
}

async function authenticate(options: HttpOptions, request: IncomingMessage): Promise<Principal | undefined> {
  try {
    return await options.authenticate(request);
  } catch {
    return undefined;
  }
}

/** RFC 6750: an error is named only to those who did send a token. */
function challenge(options: HttpOptions, request: IncomingMessage, response: ServerResponse): void {
  const error = request.headers.authorization === undefined ? {} : { error: "invalid_token" };
  const parameters = Object.entries({ realm: "mcp", ...error, ...options.challenge });
  const text = parameters
    .map(([name, value]) => `${name}="${value.replaceAll(/["\\\r\n]/g, "")}"`)
    .join(", ");
  answerError(response, 401, "Unauthorized", { "WWW-Authenticate": `Bearer ${text}` });
}

async function openSession(endpoint: Endpoint, owner: Principal): Promise<HttpTransport | undefined> {
  const { options, sessions, makeProtocol } = endpoint;
  if (sessions.size >= (options.maxSessions ?? 1000)) return undefined;
  const transport = httpTransport({
    newSessionId: randomUUID,
    onOpen: (sessionId) => sessions.add(sessionId, owner, transport),
    maxRequestBytes: options.maxRequestBytes ?? 1024 * 1024,
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
  principal: Principal,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const release = sessions.use(transport.sessionId() ?? "");
  response.once("close", release);
  const auth = { token: "", clientId: principal.id, scopes: [], extra: { principal } };
  await transport.handle(Object.assign(request, { auth }), response);
  // It was not an initialization: the transport has refused it, and nobody can come back to this session.
  if (transport.sessionId() === undefined) await transport.close();
}

function principalOf(extra: RequestExtra): Principal | undefined {
  return extra.authInfo?.extra?.["principal"] as Principal | undefined;
}

export interface ListenOptions extends HttpOptions {
  /** 0 takes a free one. */
  readonly port: number;
  /** Defaults to 127.0.0.1. */
  readonly host?: string;
}

export interface HttpListener {
  /** Of the MCP endpoint. */
  readonly url: string;
  close(): Promise<void>;
}

/** Listens on its own, at the path `/mcp`. */
export async function serveHttp(server: EnforcingServer, options: ListenOptions): Promise<HttpListener> {
  const handler = createHttpHandler(server, options);
  const listener = createServer((request, response) => {
    if (request.url?.split("?")[0] === "/mcp") void handler.handle(request, response);
    else answerError(response, 404, "Not found");
  });
  const host = options.host ?? "127.0.0.1";
  await new Promise<void>((resolve, reject) => {
    listener.once("error", reject);
    listener.listen(options.port, host, resolve);
  });
  const { port } = listener.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}/mcp`,
    async close() {
      await handler.close();
      listener.closeAllConnections();
      await new Promise<void>((resolve) => listener.close(() => resolve()));
    },
  };
}
