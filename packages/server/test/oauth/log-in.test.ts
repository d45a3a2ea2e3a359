// A token whose log-in is too old for a tool: the challenge of RFC 9470.
import { describe, expect, test } from "vitest";
import { oauthClient } from "./oauth-client.ts";
import { clients } from "./sdk-clients.ts";
import { scopes, serveProtected } from "./serve-protected.ts";
import { setClock } from "./set-clock.ts";

const stepUpAuth = { kind: "always", maxAgeMs: 300_000 } as const;

describe.each([1, 2] as const)("the adapter of SDK %i.x", (sdk) => {
  test("names the age of the log-in that the call needs", async () => {
    const clock = setClock();
    const { call, ask, token, ran, url } = await serveProtected({ sdk, stepUpAuth });
    const given = await token();
    expect((await call(given, "a")).status).not.toBe(401);
    const before = ran.length;
    clock.advance(301_000);
    const { status, headers } = await call(given, "a");
    const metadata = new URL("/.well-known/oauth-protected-resource/mcp", url).href;
    expect([status, headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer realm="mcp", resource_metadata="${metadata}", error="insufficient_user_authentication", ` +
        'error_description="This call needs a log-in of the last 5 minutes: the user has to sign in again before it is tried again.", max_age="300"',
    ]);
    expect((await ask(given)).status).toBe(200);
    expect(ran.length).toBe(before);
  });

  test.each(["1.x", "2.x"] as const)("a %s client sends its person to log in again", async (generation) => {
    const clock = setClock();
    const { url, ran } = await serveProtected({ sdk, stepUpAuth, scopes });
    const oauth = oauthClient();
    await expect(clients[generation](url, oauth.provider).connect()).rejects.toThrow(/Unauthorized/);
    const client = clients[generation](url, oauth.provider);
    await client.finish(await oauth.agree());
    await client.connect();
    clock.advance(301_000);
    await expect(client.call()).rejects.toThrow(/Unauthorized/);
    expect(ran).toEqual([]);
    await client.finish(await oauth.agree());
    expect(await client.call()).toMatchObject({ structuredContent: { id: "a" } });
    await client.close();
  });
});

test("the class is named, where the call needs one", async () => {
  const { call, token } = await serveProtected({ stepUpAuth: { kind: "always", acr: "mfa" } });
  const challenge = (await call(await token(), "a")).headers.get("www-authenticate");
  expect(challenge).toContain('acr_values="mfa"');
  expect(challenge).not.toContain("max_age");
});

test("a token that lacks a scope is told of that first", async () => {
  const { call, token } = await serveProtected({ stepUpAuth: { kind: "always", acr: "mfa" } });
  const { status, headers } = await call(await token("notes:write"), "a");
  expect([status, headers.get("www-authenticate")]).toEqual([
    403,
    expect.stringContaining("insufficient_scope"),
  ]);
});
