import { createSecretKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, SignJWT, type JWTPayload } from "jose";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Principal } from "../../src/api/outcome.ts";
import { jwt, type JwtOptions } from "../../src/serve/jwt.ts";

const audience = "notes";
const secret = new Uint8Array(32).fill(7);
const inAnHour = Math.floor(Date.now() / 1000) + 3600;
const claims: JWTPayload = {
  iss: "https://issuer.example",
  aud: audience,
  sub: "usr_mia",
  exp: inAnHour,
  permissions: ["files:read"],
};
const mia: Principal = {
  id: "usr_mia",
  kind: "agent",
  permissions: ["files:read"],
  expiresAt: inAnHour,
  issuer: "https://issuer.example",
};
const options: JwtOptions = { issuer: "https://issuer.example", audience, key: secret };

interface Signing {
  readonly typ?: string;
  readonly alg?: string;
  readonly kid?: string;
  readonly key?: KeyObject | Uint8Array;
}

function sign(payload: JWTPayload, { alg = "HS256", kid, key = secret, typ }: Signing = {}): Promise<string> {
  const header = { alg, ...(kid !== undefined && { kid }), ...(typ !== undefined && { typ }) };
  return new SignJWT(payload).setProtectedHeader(header).sign(key);
}

/** The bearer of a token. A listener treats an error as nobody. */
async function bearerOf(authenticate: ReturnType<typeof jwt>, token: string): Promise<Principal | undefined> {
  const request = { headers: { authorization: `Bearer ${token}` } } as IncomingMessage;
  return (async () => authenticate(request))().catch(() => undefined);
}

async function check(
  payload: JWTPayload,
  expected: Principal | undefined,
  changes: Partial<JwtOptions> = {},
): Promise<void> {
  expect(await bearerOf(jwt({ ...options, ...changes }), await sign(payload))).toEqual(expected);
}

const without = (name: string): JWTPayload =>
  Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name));

const logOut = { "http://schemas.openid.net/event/backchannel-logout": {} };

describe("the `typ` of a token", () => {
  test.each([
    [undefined, [mia, undefined]],
    ["JWT", [mia, undefined]],
    ["jwt", [mia, undefined]],
    ["at+jwt", [mia, mia]],
    ["application/at+jwt", [mia, mia]],
    ["logout+jwt", [undefined, undefined]],
    ["application/logout+JWT", [undefined, undefined]],
    ["secevent+jwt", [undefined, undefined]],
    ["dpop+jwt", [undefined, undefined]],
    ["", [undefined, undefined]],
  ] as const)("%j: accepted by default, and where it must be an access token's", async (typ, expected) => {
    const token = await sign(claims, typ === undefined ? {} : { typ });
    const found = [jwt(options), jwt({ ...options, typ: "at+jwt" })].map((each) => bearerOf(each, token));
    expect(await Promise.all(found)).toEqual(expected);
  });

  test("a logout token without one names nobody either", () =>
    check({ ...claims, events: logOut }, undefined));

  test("can be required as an access token's alone", () =>
    expect(() => jwt({ ...options, typ: "JWT" as "at+jwt" })).toThrow(/can only be "at\+jwt"/));
});

describe("a token", () => {
  test("names its bearer, and when it ends", () => check(claims, mia));
  test.each(["iss", "aud", "exp", "sub"])("without `%s` names nobody", (name) =>
    check(without(name), undefined),
  );
  test("that has expired names nobody", () => check({ ...claims, exp: inAnHour - 7200 }, undefined));
  test("that is not valid yet names nobody", () => check({ ...claims, nbf: inAnHour }, undefined));
  test("of another issuer names nobody", () =>
    check({ ...claims, iss: "https://issuer.example/" }, undefined));
  test("for somebody else's server names nobody", () => check({ ...claims, aud: "other" }, undefined));
  test("without permissions has none", () => check(without("permissions"), { ...mia, permissions: [] }));
  test("in which somebody acts for a user is an agent's", () =>
    check({ ...claims, kind: "user", act: { sub: "assistant" } }, { ...mia, kind: "agent" }));
  test("may carry more of its bearer", () =>
    check(
      {
        ...claims,
        kind: "user",
        name: "Mia",
        tenant: "t",
        auth_time: 7,
        acr: "mfa",
        attributes: { role: "lead" },
      },
      {
        ...mia,
        kind: "user",
        name: "Mia",
        tenant: "t",
        authTime: 7,
        acr: "mfa",
        attributes: { role: "lead" },
      },
    ));
  test.each<[string, unknown]>([
    ["sub", ""],
    ["kind", "admin"],
    ["name", 7],
    ["tenant", 7],
    ["tenant", ""],
    ["permissions", 7],
    ["permissions", ["files:read", 7]],
    ["auth_time", "now"],
    ["acr", ["mfa"]],
    ["attributes", "admin"],
  ])("whose %s is %j names nobody", (claim, value) => check({ ...claims, [claim]: value }, undefined));
  test("may carry scopes, if they are chosen as permissions", () =>
    check({ ...claims, scope: "a b" }, { ...mia, permissions: ["a", "b"] }, { permissions: "scope" }));
  test("is read by the host's own function, if there is one", () =>
    check(
      { ...claims, org: "acme" },
      { id: "acme", kind: "user", permissions: [] },
      {
        principal: ({ org }) => ({ id: String(org), kind: "user", permissions: [] }),
      },
    ));

  test("whose signature is of another key, or of another kind, names nobody", async () => {
    const authenticate = jwt(options);
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    expect(
      await bearerOf(authenticate, await sign(claims, { key: new Uint8Array(32).fill(8) })),
    ).toBeUndefined();
    expect(
      await bearerOf(authenticate, await sign(claims, { alg: "ES256", key: privateKey })),
    ).toBeUndefined();
    const [head, body] = (await sign(claims)).split(".");
    expect(await bearerOf(authenticate, `${head}.${body}.`)).toBeUndefined();
    const none = Buffer.from('{"alg":"none"}').toString("base64url");
    expect(await bearerOf(authenticate, `${none}.${body}.`)).toBeUndefined();
    // Signed with the public key as the HMAC secret, as anybody could.
    const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
    const asymmetric = jwt({ ...options, key: publicKey });
    expect(await bearerOf(asymmetric, await sign(claims, { alg: "ES256", key: privateKey }))).toEqual(mia);
    expect(
      await bearerOf(asymmetric, await sign(claims, { key: createSecretKey(pem, "utf8") })),
    ).toBeUndefined();
  });

  test("is a bearer token, or nobody's", async () => {
    const token = await sign(claims);
    for (const authorization of [undefined, token, `Basic ${token}`, `Bearer ${token} ${token}`])
      expect(await jwt(options)({ headers: { authorization } } as IncomingMessage)).toBeUndefined();
  });
});

/** An issuer that publishes its keys, and counts how often they are fetched. */
async function openIssuer(metadataPath = "/.well-known/openid-configuration") {
  const keys: object[] = [];
  const fetched: string[] = [];
  let claimed: string | undefined;
  const server = createServer(({ url = "" }, response) => {
    fetched.push(url);
    const answers: Readonly<Record<string, object>> = {
      [metadataPath]: { issuer: claimed ?? issuer, jwks_uri: `${issuer}/keys` },
      "/keys": { keys },
    };
    const answer = answers[url];
    response.writeHead(answer ? 200 : 404, { "Content-Type": "application/json" });
    response.end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    fetched,
    claim: (other: string) => void (claimed = other),
    /** Publishes a new key, and signs with it. */
    async addKey(kid: string): Promise<() => Promise<string>> {
      const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      keys.push({ ...(await exportJWK(publicKey)), kid, alg: "ES256" });
      return () => sign({ ...claims, iss: issuer }, { alg: "ES256", kid, key: privateKey });
    },
  };
}

describe("an issuer's published keys", () => {
  test.each(["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"])(
    "are found by its metadata at %s, once",
    async (path) => {
      const { issuer, fetched, addKey } = await openIssuer(path);
      const token = await addKey("k1");
      const authenticate = jwt({ issuer, audience });
      expect(await bearerOf(authenticate, await token())).toEqual({ ...mia, issuer });
      expect(await bearerOf(authenticate, await token())).toEqual({ ...mia, issuer });
      expect(fetched.filter((url) => url === path || url === "/keys")).toEqual([path, "/keys"]);
    },
  );

  test("may be at an address that is given", async () => {
    const { issuer, fetched, addKey } = await openIssuer();
    const token = await addKey("k1");
    const authenticate = jwt({ issuer, audience, jwks: `${issuer}/keys` });
    expect(await bearerOf(authenticate, await token())).toEqual({ ...mia, issuer });
    expect(fetched).toEqual(["/keys"]);
  });

  test("verify nothing that was signed by another", async () => {
    const { issuer, addKey } = await openIssuer();
    await addKey("k1");
    const other = await openIssuer();
    const foreign = await other.addKey("k1");
    const authenticate = jwt({ issuer, audience });
    expect(await bearerOf(authenticate, await foreign())).toBeUndefined();
    expect(await bearerOf(authenticate, await sign({ ...claims, iss: issuer }))).toBeUndefined();
  });

  test("are not taken from metadata of another issuer", async () => {
    const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    onTestFinished(() => log.mockRestore());
    const { issuer, addKey, claim } = await openIssuer();
    const token = await addKey("k1");
    claim("https://evil.example");
    const authenticate = jwt({ issuer, audience });
    expect(await bearerOf(authenticate, await token())).toBeUndefined();
    expect(log.mock.calls.join("")).toMatch(/the token issuer .* cannot be used .*evil\.example/);
  });

  test("that cannot be fetched are reported once, and asked for again only after a while", async () => {
    const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    onTestFinished(() => log.mockRestore());
    const { issuer, fetched, addKey } = await openIssuer("/elsewhere");
    const token = await addKey("k1");
    const authenticate = jwt({ issuer, audience });
    for (let call = 0; call < 3; call++) expect(await bearerOf(authenticate, await token())).toBeUndefined();
    expect(fetched).toHaveLength(2);
    expect(log).toHaveBeenCalledTimes(1);
    expect(log.mock.calls.join("")).toContain("check its address");
  });
});

test.each<[string, Partial<JwtOptions>, string]>([
  ["two sources of keys", { jwks: "https://issuer.example/keys" }, "give `key` or `jwks`, not both"],
  ["a short secret", { key: new Uint8Array(16) }, "at least 32 bytes"],
  [
    "keys over plain HTTP",
    { key: undefined, jwks: "http://issuer.example/keys" } as never,
    "must be an https URL",
  ],
  [
    "an issuer over plain HTTP",
    { key: undefined, issuer: "http://issuer.example" } as never,
    "must be an https URL",
  ],
  // A variable of the environment that is not set: `jose` checks nothing then, and every token of the issuer would do.
  ["no audience", { audience: undefined as never }, "`audience` must be a text"],
  ["an empty audience", { audience: "" }, "`audience` must be a text"],
  ["no issuer", { issuer: undefined as never }, "`issuer` must be a text"],
  [
    "a misspelt option",
    { permission: "scope" } as never,
    "there is no option `permission`; there are `issuer`",
  ],
  ["an endpoint with a query", { resource: "https://mcp.example/mcp?a" }, "without a query"],
  ["an endpoint over plain HTTP", { resource: "http://mcp.example/mcp" }, "`resource` must be an https URL"],
  [
    "an endpoint whose issuer is no URL",
    { resource: "https://mcp.example/mcp", issuer: "me" },
    "`issuer` must be an https URL",
  ],
  [
    "scopes that are none",
    { resource: "https://mcp.example/mcp", scopes: ["a b"] },
    '"a b" in `scopes` is no OAuth scope',
  ],
  [
    "an issuer that is no URL",
    { key: undefined, issuer: "me" } as never,
    '`issuer` must be an https URL, and not "me"',
  ],
])("%s: refused at the start", (_, changes, message) => {
  expect(() => jwt({ ...options, ...changes })).toThrow(message);
});
