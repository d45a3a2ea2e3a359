import type { IncomingMessage, ServerResponse } from "node:http";
import type { Principal } from "../../api/outcome.ts";

export interface HostRules {
  /** Names under which clients reach us, with or without a port. Defaults to the loopback names. */
  readonly allowedHosts?: readonly string[];
  /**
   * Web pages that may call us, as `https://host:port`, beside those of our own origin. Defaults to none; clients that are no
   * browsers send no origin.
   */
  readonly allowedOrigins?: readonly string[];
}

const loopbackHosts = ["localhost", "127.0.0.1", "[::1]"];

/** Whether a request is meant for us and comes from where it may: the defence against DNS rebinding. */
function isFromAllowedHost(request: IncomingMessage, rules: HostRules): boolean {
  const { host, origin } = request.headers;
  const hosts = rules.allowedHosts ?? loopbackHosts;
  const name = host?.toLowerCase();
  if (name === undefined || !(hosts.includes(name) || hosts.includes(withoutPort(name)))) return false;
  if (origin === undefined) return true;
  const page = origin.toLowerCase();
  return isOwnPage(page, name) || (rules.allowedOrigins ?? []).includes(page);
}

/** A page of this very host and port; without encryption only on loopback, where nobody between can make one. */
function isOwnPage(page: string, host: string): boolean {
  const isLoopback = loopbackHosts.includes(withoutPort(host));
  return page === `https://${host}` || (isLoopback && page === `http://${host}`);
}

function withoutPort(host: string): string {
  return host.replace(/:\d+$/, "");
}

/** An error outside any JSON-RPC request, in the form that the SDK's transport gives its own. */
export function answerError(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  code: number = status === 404 ? -32001 : -32000,
): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null }));
}

/** Who may come in, and what others are told. */
export interface Authentication {
  /** Says who sends this request, from its bearer token. Asked for every request; undefined or an error: nobody. */
  authenticate(request: IncomingMessage): Promise<Principal | undefined>;
  /** Further parameters of the `WWW-Authenticate` challenge, such as `resource_metadata`. */
  readonly challenge?: Readonly<Record<string, string>>;
}

/**
 * Lets a page of an allowed origin read the answer. A preflight, which a browser sends before the page's own request and
 * without its token, is answered here: it only says what may be sent.
 */
function answersPreflight({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
  if (headers.origin === undefined) return false;
  response.setHeader("Access-Control-Allow-Origin", headers.origin);
  response.setHeader("Access-Control-Expose-Headers", "Mcp-Session-Id, WWW-Authenticate, Retry-After");
  response.setHeader("Vary", "Origin");
  const wanted = headers["access-control-request-headers"];
  if (method !== "OPTIONS" || headers["access-control-request-method"] === undefined) return false;
  response.writeHead(204, {
    "Access-Control-Allow-Methods": "GET, POST, DELETE",
    ...(wanted === undefined ? {} : { "Access-Control-Allow-Headers": wanted }),
  });
  response.end();
  return true;
}

/** Who sends a request; undefined when nobody does or it comes from a forbidden place, which is then answered. */
export async function checkSender(
  options: Authentication & HostRules,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Principal | undefined> {
  if (!isFromAllowedHost(request, options)) {
    answerError(response, 403, "Forbidden host or origin");
    return undefined;
  }
  if (answersPreflight(request, response)) return undefined;
  const principal = await authenticate(options, request);
  if (!principal) challenge(options, request, response);
  return principal;
}

async function authenticate(
  options: Authentication,
  request: IncomingMessage,
): Promise<Principal | undefined> {
  try {
    return await options.authenticate(request);
  } catch {
    return undefined;
  }
}

/** RFC 6750: an error is named only to those who did send a token. */
function challenge(options: Authentication, request: IncomingMessage, response: ServerResponse): void {
  const error = request.headers.authorization === undefined ? {} : { error: "invalid_token" };
  answerChallenge(response, 401, "Unauthorized", { ...error, ...options.challenge });
}

/** An answer that says, as RFC 6750 has it, what token is wanted. */
export function answerChallenge(
  response: ServerResponse,
  status: 401 | 403,
  message: string,
  parameters: Readonly<Record<string, string>>,
): void {
  const text = Object.entries({ realm: "mcp", ...parameters })
    .map(([name, value]) => `${name}="${value.replaceAll(/["\\\r\n]/g, "")}"`)
    .join(", ");
  answerError(response, status, message, { "WWW-Authenticate": `Bearer ${text}` });
}
