import type { IncomingMessage, ServerResponse } from "node:http";
import { AuthenticationUnavailable } from "../../api/authentication-unavailable.ts";
import type { Principal } from "../../api/outcome.ts";
import { wholePrincipal } from "../../canonical/whole-text.ts";
import { challengeOf, type ProtectedResource } from "./protected-resource.ts";

export interface HostRules {
  /** Host names of this server, with or without a port. Defaults to the loopback names. */
  readonly allowedHosts?: readonly string[];
  /**
   * Origins of web pages that may call, as `https://host:port`, in addition to our own. Defaults to
   * none; clients that are no browsers send no origin.
   */
  readonly allowedOrigins?: readonly string[];
}

const loopbackHosts = ["localhost", "127.0.0.1", "[::1]"];

/** Whether host and origin are allowed: protects against DNS rebinding. */
function isFromAllowedHost(request: IncomingMessage, rules: HostRules): boolean {
  const { host, origin } = request.headers;
  const hosts = rules.allowedHosts ?? loopbackHosts;
  const hostName = host?.toLowerCase();
  if (hostName === undefined || !(hosts.includes(hostName) || hosts.includes(withoutPort(hostName))))
    return false;
  if (origin === undefined) return true;
  const page = origin.toLowerCase();
  return isOwnPage(page, hostName) || (rules.allowedOrigins ?? []).includes(page);
}

/** Whether a page has the same host and port. Plain HTTP counts only on loopback. */
function isOwnPage(page: string, host: string): boolean {
  const isLoopback = loopbackHosts.includes(withoutPort(host));
  return page === `https://${host}` || (isLoopback && page === `http://${host}`);
}

function withoutPort(host: string): string {
  return host.replace(/:\d+$/, "");
}

/** An error outside any JSON-RPC request, in the form of the SDK's transport. */
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

/**
 * Identifies the sender of a request by its bearer token. Called for every request; undefined or an
 * error means nobody, except for an `AuthenticationUnavailable`.
 */
export interface Authenticate {
  (request: IncomingMessage): Promise<Principal | undefined> | Principal | undefined;
  /** Published, and named in challenges, so that clients find where to get a token. */
  readonly protects?: ProtectedResource;
  /** The issuer of the tokens, which gives callers their ids. */
  readonly issuer?: string;
  /** The default of the option `permissionsAreScopes`. */
  readonly permissionsAreScopes?: boolean;
}

/** Who may send requests, and how others are answered. */
export interface Authentication {
  readonly authenticate: Authenticate;
  /** Further parameters of the `WWW-Authenticate` challenge, besides `authenticate.protects`. */
  readonly challenge?: Readonly<Record<string, string>>;
}

/**
 * Allows a page of an allowed origin to read the response. Answers a preflight, which a browser
 * sends before the page's request and without its token.
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

/** The sender of a request. If nobody, or of another origin: sends the error, returns undefined. */
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
  if (principal instanceof AuthenticationUnavailable) {
    const seconds = Math.ceil(principal.retryAfterMs / 1000);
    answerError(response, 503, "Tokens cannot be verified now", { "Retry-After": String(seconds) });
    return undefined;
  }
  if (!principal) bearerChallenge(options, request, response);
  return principal;
}

async function authenticate(
  options: Authentication,
  request: IncomingMessage,
): Promise<Principal | AuthenticationUnavailable | undefined> {
  try {
    return wholePrincipal(await options.authenticate(request));
  } catch (error) {
    return error instanceof AuthenticationUnavailable ? error : undefined;
  }
}

/** RFC 6750: the error is named only if a token was sent. */
function bearerChallenge(options: Authentication, request: IncomingMessage, response: ServerResponse): void {
  const error = request.headers.authorization === undefined ? {} : { error: "invalid_token" };
  answerChallenge(options, response, { status: 401, message: "Unauthorized", parameters: error });
}

export interface Challenge {
  readonly status: 401 | 403;
  readonly message: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** A response with the challenge of RFC 6750. */
export function answerChallenge(
  { authenticate: { protects }, challenge }: Authentication,
  response: ServerResponse,
  { status, message, parameters }: Challenge,
): void {
  const text = Object.entries({ realm: "mcp", ...challengeOf(protects), ...challenge, ...parameters })
    .map(([name, value]) => `${name}="${value.replaceAll(/["\\\r\n]/g, "")}"`)
    .join(", ");
  answerError(response, status, message, { "WWW-Authenticate": `Bearer ${text}` });
}
