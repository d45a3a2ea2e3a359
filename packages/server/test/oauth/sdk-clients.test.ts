// The OAuth clients of both SDKs at both adapters: they know the address of the endpoint and find the rest.
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, test } from "vitest";
import { knownClient, oauthClient } from "./oauth-client.ts";
import { scopes, serveProtected } from "./serve-protected.ts";

const clientInfo = { name: "test", version: "1" };
const params = { name: "notes.create", arguments: { text: "a" } };

type Agreed = Awaited<ReturnType<ReturnType<typeof oauthClient>["agree"]>>;

const clients = {
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

describe.each([1, 2] as const)("the adapter of SDK %i.x", (sdk) => {
  describe.each(["1.x", "2.x"] as const)("a %s client", (generation) => {
    test("knows the address alone, and finds the issuer, registers there, and gets a token", async () => {
      const { url, issuer, ran } = await serveProtected({ sdk, scopes });
      const oauth = oauthClient();
      await expect(clients[generation](url, oauth.provider).connect()).rejects.toThrow(/Unauthorized/);
      expect(oauth.asked()).toEqual(scopes.toSorted());
      expect(issuer.requests).toContain("/reg");
      const client = clients[generation](url, oauth.provider);
      await client.finish(await oauth.agree());
      await client.connect();
      expect(await client.call()).toMatchObject({ structuredContent: { id: "a" } });
      expect(ran).toEqual([params.arguments]);
      await client.close();
    });

    test("asks its person for more scopes when a call needs them", async () => {
      const { url, ran } = await serveProtected({ sdk, scopes: ["notes:write"] });
      const oauth = oauthClient(knownClient);
      await expect(clients[generation](url, oauth.provider).connect()).rejects.toThrow(/Unauthorized/);
      expect(oauth.asked()).toEqual(["notes:write"]);
      const client = clients[generation](url, oauth.provider);
      await client.finish(await oauth.agree());
      await client.connect();
      await expect(client.call()).rejects.toThrow(/Unauthorized/);
      expect(oauth.asked()).toEqual(scopes.toSorted());
      expect(ran).toEqual([]);
      await client.finish(await oauth.agree());
      expect(await client.call()).toMatchObject({ structuredContent: { id: "a" } });
      expect(ran).toEqual([params.arguments]);
      await client.close();
    });
  });
});
