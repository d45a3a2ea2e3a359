import type { IncomingMessage, ServerResponse } from "node:http";

/** An MCP endpoint as OAuth sees it (RFC 9728). */
export interface ProtectedResource {
  /** The address at which clients reach the endpoint. */
  readonly resource: string;
  /** Where clients get tokens: addresses of issuers. */
  readonly authorizationServers: readonly string[];
  /** What a client should ask for first. More scopes are named when a call needs them. */
  readonly scopes?: readonly string[];
}

/** Below it is the metadata of protected resources (RFC 9728, 3). */
const wellKnown = "/.well-known/oauth-protected-resource";

export function isMetadataPath(path: string): boolean {
  return `${path}/`.startsWith(`${wellKnown}/`);
}

/** Where the metadata is: the path of the endpoint comes last. */
function metadataPath({ resource }: ProtectedResource): string {
  return wellKnown + new URL(resource).pathname.replace(/\/$/, "");
}

/** The parameters of a challenge that lead a client to its issuer. */
export function challengeOf(
  protectedResource: ProtectedResource | undefined,
): Readonly<Record<string, string>> {
  if (!protectedResource) return {};
  const { resource, scopes = [] } = protectedResource;
  return {
    resource_metadata: new URL(metadataPath(protectedResource), resource).href,
    ...(scopes.length > 0 && { scope: scopes.join(" ") }),
  };
}

const readable = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET",
  "Access-Control-Allow-Headers": "*",
};

/**
 * Answers a request for metadata, and says whether it was one. Every web page may read it: it says
 * nothing of tools or callers. Clients ask with the path of the endpoint or without.
 */
export function answersMetadata(
  protectedResource: ProtectedResource | undefined,
  { method, url }: IncomingMessage,
  response: ServerResponse,
): boolean {
  const [path = ""] = url?.split("?") ?? [];
  if (!isMetadataPath(path)) return false;
  if (!protectedResource || (path !== wellKnown && path !== metadataPath(protectedResource))) {
    response.writeHead(404, readable).end();
    return true;
  }
  const { resource, authorizationServers, scopes } = protectedResource;
  if (method === "OPTIONS") response.writeHead(204, readable).end();
  else if (method !== "GET" && method !== "HEAD") response.writeHead(405, { Allow: "GET, HEAD" }).end();
  else {
    response.writeHead(200, { ...readable, "Content-Type": "application/json" }).end(
      JSON.stringify({
        resource,
        authorization_servers: authorizationServers,
        bearer_methods_supported: ["header"],
        ...(scopes && { scopes_supported: scopes }),
      }),
    );
  }
  return true;
}
