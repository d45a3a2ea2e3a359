import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { oauthClient } from "./oauth-client.ts";

const clientInfo = { name: "test", version: "1" };
export const params = { name: "notes.create", arguments: { text: "a" } };

type Agreed = Awaited<ReturnType<ReturnType<typeof oauthClient>["agree"]>>;

/** The OAuth clients of both SDKs, which call one tool. */
export const clients = {
  "1.x": (url: string, authProvider: never) => {
    const transport = new Transport1(new URL(url), { authProvider });
    const client = new Client1(clientInfo);
    return {
      connect: () => client.connect(transport as never),
      call: () => client.callTool(params),
      finish: ({ authorizationCode }: Agreed) => transport.finishAuth(authorizationCode),
      close: () => client.close(),
    };
  },
  "2.x": (url: string, authProvider: never) => {
    const transport = new Transport2(new URL(url), { authProvider });
    const client = new Client2(clientInfo, { versionNegotiation: { mode: "auto" } });
    return {
      connect: () => client.connect(transport),
      call: () => client.callTool(params),
      finish: ({ authorizationCode, iss }: Agreed) => transport.finishAuth(authorizationCode, iss),
      close: () => client.close(),
    };
  },
} as const;
