// The clients of both SDKs at a server whose permissions are scopes: their reaction to its 401 and 403.
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, onTestFinished, test } from "vitest";
import { serveHttp as serveHttp1 } from "../adapters/mcp.ts";
import { serveHttp as serveHttp2 } from "../adapters/mcp2.ts";
import { anna, fixture, tool } from "../sample.ts";
import { serverInfo } from "../ways/server-info.ts";
import { authorizationServer } from "./authorization-server.ts";

const clientInfo = { name: "test", version: "1" };
const params = { name: "notes.create", arguments: { text: "a" } };

/** The stored data of an OAuth client, and the address to which it would send its user. */
function memoryProvider() {
  const kept: { tokens?: unknown; verifier?: string; discovery?: unknown; sentTo?: URL } = {};
  const provider = {
    redirectUrl: "http://127.0.0.1/callback",
    clientMetadata: { redirect_uris: ["http://127.0.0.1/callback"] },
    clientInformation: () => ({ client_id: "test" }),
    tokens: () => kept.tokens,
    saveTokens: (tokens: unknown) => void (kept.tokens = tokens),
    redirectToAuthorization: (url: URL) => void (kept.sentTo = url),
    saveCodeVerifier: (verifier: string) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? "",
    saveDiscoveryState: (discovery: unknown) => void (kept.discovery = discovery),
    discoveryState: () => kept.discovery,
  };
  return { kept, provider: provider as never };
}

async function serve(serveHttp: typeof serveHttp1) {
  const oauth = await authorizationServer();
  const challenge: Record<string, string> = { scope: "notes:read" };
  const sample = fixture({ tools: [tool({ permissions: ["notes:write", "emails:send"] })] });
  const { url, close } = await serveHttp(sample.server, {
    port: 0,
    serverInfo,
    permissionsAreScopes: true,
    challenge,
    authenticate: async ({ headers }) => {
      const permissions = oauth.scopesOf(headers.authorization?.replace("Bearer ", "") ?? "");
      return permissions.length > 0 ? { ...anna, permissions } : undefined;
    },
  });
  onTestFinished(close);
  challenge["resource_metadata"] = oauth.protect(url);
  return { ...sample, url: new URL(url), oauth };
}

const clients = [
  [
    "1.x",
    serveHttp1,
    (url: URL, authProvider: never) => {
      const transport = new Transport1(url, { authProvider });
      const client = new Client1(clientInfo);
      const connect = () => client.connect(transport as never);
      return {
        connect,
        call: () => client.callTool(params),
        finish: (code: string) => transport.finishAuth(code),
      };
    },
  ],
  [
    "2.x",
    serveHttp2,
    (url: URL, authProvider: never) => {
      const transport = new Transport2(url, { authProvider });
      const client = new Client2(clientInfo, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
      const connect = () => client.connect(transport);
      return {
        connect,
        call: () => client.callTool(params),
        finish: (code: string) => transport.finishAuth(code),
      };
    },
  ],
] as const;

test.each(clients)(
  "a %s client asks its person for what is missing, and then the call runs",
  async (_, serveHttp, open) => {
    const { url, oauth, ran } = await serve(serveHttp);
    const { kept, provider } = memoryProvider();
    const granted = async (pending: Promise<unknown>, finish: (code: string) => Promise<void>) => {
      await expect(pending).rejects.toThrow(/Unauthorized/);
      const asked = kept.sentTo?.searchParams.get("scope")?.split(" ").toSorted();
      await finish(oauth.consent(kept.sentTo ?? new URL("about:blank")));
      return asked;
    };
    const first = open(url, provider);
    expect(await granted(first.connect(), first.finish)).toEqual(["notes:read"]);
    const second = open(url, provider);
    await second.connect();
    const asked = await granted(second.call(), second.finish);
    expect(asked).toEqual(expect.arrayContaining(["emails:send", "notes:write"]));
    expect(ran).toEqual([]);
    expect(await second.call()).toMatchObject({ structuredContent: { id: "n1" } });
    expect(ran).toEqual([params.arguments]);
  },
);
