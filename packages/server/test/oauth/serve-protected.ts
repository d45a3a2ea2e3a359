import type { StepUpAuth } from "@proviso/manifest";
import { auth } from "@modelcontextprotocol/client";
import { freePort, startAuthorizationServer, type AuthorizationServer } from "@proviso/identity";
import { onTestFinished } from "vitest";
import { jwt, memoryState, type JwtOptions } from "../../src/index.ts";
import { noteServer, type CreateInput } from "../product/note-server.ts";
import { tool } from "../sample.ts";
import { knownClient, oauthClient } from "./oauth-client.ts";

export const scopes = ["notes:write", "emails:send"];

export interface Protected {
  readonly url: string;
  readonly issuer: AuthorizationServer;
  /** The inputs with which the tool ran. */
  readonly ran: readonly CreateInput[];
  /** A token that a person has got by an SDK's client. */
  token(scope?: string): Promise<string>;
  /** Sends a request with this token. */
  ask(token?: string): Promise<{ readonly status: number; readonly headers: Headers }>;
  /** Calls the tool with this token. */
  call(token: string, text: string): Promise<Response>;
}

interface ProtectedOptions {
  readonly sdk?: 1 | 2;
  /** Names its address beside an audience that is none. */
  readonly namesItself?: boolean;
  readonly stepUpAuth?: StepUpAuth;
}

/** A server in three lines, whose callers bring tokens of a real issuer. The scopes are the permissions. */
export async function serveProtected(
  options: Partial<JwtOptions> & ProtectedOptions = {},
): Promise<Protected> {
  const { sdk, namesItself, stepUpAuth = { kind: "never" }, ...changes } = options;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/mcp`;
  const issuer = await startAuthorizationServer({ resource: url, scopes, client: knownClient });
  onTestFinished(() => issuer.stop());
  const ran: CreateInput[] = [];
  const app = noteServer({
    ...memoryState(),
    tools: [tool({ permissions: scopes, stepUpAuth })],
    create: (input) => (ran.push(input), { id: input.text }),
  });
  const authenticate = jwt({
    issuer: issuer.issuer,
    audience: url,
    permissions: "scope",
    ...(namesItself && { resource: url }),
    ...changes,
  });
  const served = await app.serve({ http: port, authenticate, signals: false, ...(sdk && { sdk }) });
  onTestFinished(() => served.close());
  return {
    url,
    issuer,
    ran,
    async token(scope = scopes.join(" ")) {
      const client = oauthClient();
      await auth(client.provider, { serverUrl: url, scope });
      await auth(client.provider, { serverUrl: url, ...(await client.agree()) });
      return client.token();
    },
    ask: (token) => post(url, token, "initialize", hello),
    call: (token, text) => post(url, token, "tools/call", { name: "notes.create", arguments: { text } }),
  };
}

const hello = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
};

function post(url: string, token: string | undefined, method: string, params: object): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
}
