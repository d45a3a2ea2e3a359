import type { IncomingMessage, ServerResponse } from "node:http";

export interface HostRules {
  /** Names under which clients reach us, with or without a port. Defaults to the loopback names. */
  readonly allowedHosts?: readonly string[];
  /** Web pages that may call us, as `https://host:port`. Defaults to none; clients that are no browsers send no origin. */
  readonly allowedOrigins?: readonly string[];
}

const loopbackHosts = ["localhost", "127.0.0.1", "[::1]"];

/** Whether a request is meant for us and comes from where it may: the defence against DNS rebinding. */
export function isFromAllowedPlace(request: IncomingMessage, rules: HostRules): boolean {
  const { host, origin } = request.headers;
  const hosts = rules.allowedHosts ?? loopbackHosts;
  const name = host?.toLowerCase();
  if (name === undefined || !(hosts.includes(name) || hosts.includes(withoutPort(name)))) return false;
  return origin === undefined || (rules.allowedOrigins ?? []).includes(origin.toLowerCase());
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
): void {
  const code = status === 404 ? -32001 : -32000;
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null }));
}
