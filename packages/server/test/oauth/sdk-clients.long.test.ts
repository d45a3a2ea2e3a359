// The OAuth clients of both SDKs at both adapters: they know the address of the endpoint and find the rest.
import { describe, expect, test } from "vitest";
import { knownClient, oauthClient } from "./oauth-client.ts";
import { clients, params } from "./sdk-clients.ts";
import { scopes, serveProtected } from "./serve-protected.ts";

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
