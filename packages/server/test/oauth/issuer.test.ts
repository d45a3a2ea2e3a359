// A server whose tokens come from a real issuer: which tokens count, keys that rotate, and an issuer that is down.
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { setClock } from "./set-clock.ts";
import { serveProtected, scopes } from "./serve-protected.ts";

/** The token, as if another key had signed it. */
function underKey(kid: string, token: string): string {
  const head = Buffer.from(JSON.stringify({ alg: "RS256", kid })).toString("base64url");
  return [head, ...token.split(".").slice(1)].join(".");
}

/** Records what the operator reads on stderr. */
function listen(): () => string {
  const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => log.mockRestore());
  return () => log.mock.calls.join("");
}

describe("a token", () => {
  test("of the issuer for this endpoint counts", async () => {
    const { ask, token } = await serveProtected();
    expect((await ask(await token())).status).toBe(200);
  });

  test("of another issuer does not", async () => {
    const { ask } = await serveProtected();
    const { token } = await serveProtected();
    const { status, headers } = await ask(await token());
    expect([status, headers.get("www-authenticate")]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ]);
  });

  test("of the issuer for another audience does not", async () => {
    const { ask, token } = await serveProtected({ audience: "https://other.example", namesItself: true });
    expect((await ask(await token())).status).toBe(401);
  });
});

describe("keys", () => {
  const fetches = (requests: readonly string[]): number => requests.filter((path) => path === "/jwks").length;

  test("a new key is fetched when a token names it, and the former one ends", async () => {
    const clock = setClock();
    const { ask, token, issuer } = await serveProtected();
    const former = await token();
    expect((await ask(former)).status).toBe(200);
    await issuer.rotateKeys();
    clock.advance(6000);
    expect((await ask(await token())).status).toBe(200);
    expect((await ask(former)).status).toBe(401);
    expect(fetches(issuer.requests)).toBe(2);
  });

  test("tokens with keys that nobody knows cause one fetch in five seconds", async () => {
    const clock = setClock();
    const { ask, token, issuer } = await serveProtected();
    const good = await token();
    expect((await ask(good)).status).toBe(200);
    clock.advance(6000);
    for (let call = 0; call < 20; call++)
      expect((await ask(underKey(`other-${call}`, good))).status).toBe(401);
    expect(fetches(issuer.requests)).toBe(2);
    expect((await ask(good)).status).toBe(200);
  });
});

describe("while the issuer is down", () => {
  test("callers are told to try again, keep their tokens, and cause no flood", async () => {
    const said = listen();
    const clock = setClock();
    const { ask, token, issuer } = await serveProtected();
    const good = await token();
    await issuer.stop();
    for (let call = 0; call < 10; call++) {
      const { status, headers } = await ask(good);
      expect(status).toBe(503);
      expect(headers.get("retry-after")).toBe("5");
      expect(headers.get("www-authenticate")).toBeNull();
    }
    expect((await ask()).status).toBe(401);
    expect(said()).toMatch(/the token issuer .* cannot be used/);
    await issuer.start();
    clock.advance(6000);
    expect((await ask(good)).status).toBe(200);
  });

  test("known keys count for ten minutes, whatever unknown ones are named", async () => {
    listen();
    const clock = setClock();
    const { ask, token, issuer } = await serveProtected();
    const good = await token();
    expect((await ask(good)).status).toBe(200);
    await issuer.stop();
    clock.advance(6000);
    expect((await ask(underKey("other", good))).status).toBe(503);
    expect((await ask(good)).status).toBe(200);
  });
});

describe("the metadata", () => {
  const read = async (url: string, path: string, init?: RequestInit) => fetch(new URL(path, url), init);

  test("names the endpoint and its issuer, for everybody and any web page", async () => {
    const { url, issuer } = await serveProtected({ scopes });
    for (const path of ["", "/mcp"]) {
      const address = `/.well-known/oauth-protected-resource${path}`;
      const response = await read(url, address, { headers: { origin: "https://inspector.example" } });
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(await response.json()).toEqual({
        resource: url,
        authorization_servers: [issuer.issuer],
        bearer_methods_supported: ["header"],
        scopes_supported: scopes,
      });
      expect((await read(url, address, { method: "OPTIONS" })).status).toBe(204);
      expect((await read(url, address, { method: "POST" })).status).toBe(405);
    }
  });

  test("is named in challenges, with the scopes to begin with", async () => {
    const { url, ask } = await serveProtected({ scopes: ["notes:write"] });
    const { status, headers } = await ask();
    const address = new URL("/.well-known/oauth-protected-resource/mcp", url).href;
    expect([status, headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer realm="mcp", resource_metadata="${address}", scope="notes:write"`,
    ]);
  });

  test("of another path is not there, nor any if the audience is no address", async () => {
    const { url } = await serveProtected();
    expect((await read(url, "/.well-known/oauth-protected-resource/other")).status).toBe(404);
    const plain = await serveProtected({ audience: "notes" });
    expect((await read(plain.url, "/.well-known/oauth-protected-resource")).status).toBe(404);
    expect((await plain.ask()).headers.get("www-authenticate")).toBe('Bearer realm="mcp"');
    const named = await serveProtected({ audience: "notes", resource: "https://mcp.example/notes/mcp" });
    const response = await read(named.url, "/.well-known/oauth-protected-resource/notes/mcp");
    expect(await response.json()).toMatchObject({ resource: "https://mcp.example/notes/mcp" });
  });
});
