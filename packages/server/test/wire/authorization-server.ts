import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** As much of an OAuth authorization server as a client needs to ask for more scopes: it grants what it is asked for. */
export interface AuthorizationServer {
  readonly issuer: string;
  /** Sets the URL of the protected resource, once that is known. */
  protect(resource: string): string;
  /** Returns what a user who is sent to this address comes back with. */
  consent(authorization: URL): string;
  /** The scopes of a token that it has issued. */
  scopesOf(token: string): readonly string[];
}

export async function authorizationServer(): Promise<AuthorizationServer> {
  const grants = new Map<string, string>();
  let resource = "";
  const answers: Readonly<Record<string, (body: URLSearchParams) => object>> = {
    "/resource": () => ({ resource, authorization_servers: [issuer] }),
    "/.well-known/oauth-authorization-server": () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
    }),
    "/token": (body) => ({ access_token: body.get("code"), token_type: "Bearer" }),
  };
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      const answer = answers[request.url ?? ""]?.(new URLSearchParams(body));
      response.writeHead(answer ? 200 : 404, { "Content-Type": "application/json" });
      response.end(JSON.stringify(answer ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    protect: (url) => {
      resource = url;
      return `${issuer}/resource`;
    },
    consent(authorization) {
      const code = `code-${grants.size}`;
      grants.set(code, authorization.searchParams.get("scope") ?? "");
      return code;
    },
    scopesOf: (token) => (grants.get(token) ?? "").split(" ").filter((scope) => scope !== ""),
  };
}
