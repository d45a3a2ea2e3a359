import type { KeyObject } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { JWTVerifyOptions } from "jose";
import type { Authenticate } from "../adapters/wire/check-sender.ts";
import { isScope } from "../adapters/wire/scopes.ts";
import type { ProtectedResource } from "../adapters/wire/protected-resource.ts";
import { checkOptionNames, type OptionNames } from "../api/check-option-names.ts";
import type { Principal } from "../api/outcome.ts";
import { isSafeUrl, safeUrl } from "../canonical/safe-url.ts";
import { issuerKeys } from "./issuer-keys.ts";
import { principalOfClaims } from "./principal-of-claims.ts";

export interface JwtOptions {
  /** `iss` of the tokens, exactly. An URL, unless `key` or `jwks` is given. */
  readonly issuer: string;
  /** `aud` of the tokens: this server. OAuth clients ask for the address of the MCP endpoint. */
  readonly audience: string;
  /**
   * The address at which clients reach the MCP endpoint, published with the issuer (RFC 9728), so
   * that clients find it. Defaults to `audience` if that is a URL; otherwise not published.
   */
  readonly resource?: string;
  /** The scopes that a client asks for first. Defaults to none; calls that need more name them. */
  readonly scopes?: readonly string[];
  /** The key that verifies tokens: a public key, or at least 32 bytes for HS256. Or give `jwks`. */
  readonly key?: KeyObject | Uint8Array;
  /** Where the issuer publishes its keys. Defaults to its metadata (OpenID Discovery, RFC 8414). */
  readonly jwks?: string | URL;
  /**
   * The claim with the permissions, as an array or a text with spaces. Defaults to "permissions".
   * With "scope" or "scp" they are OAuth scopes, and a refusal names those that are missing.
   */
  readonly permissions?: string;
  /**
   * `at+jwt` accepts only tokens with that `typ` (RFC 9068), so that no other token of the issuer
   * for this audience counts. Defaults to accepting those without a `typ` and with `JWT` as well.
   */
  readonly typ?: "at+jwt";
  /** Makes the principal of verified claims, instead of the standard ones; undefined for nobody. */
  readonly principal?: (claims: Readonly<Record<string, unknown>>) => Principal | undefined;
}

const jwtOptionNames: OptionNames<JwtOptions> = {
  issuer: true,
  audience: true,
  resource: true,
  scopes: true,
  key: true,
  jwks: true,
  permissions: true,
  typ: true,
  principal: true,
};

/** Signatures with a public key. */
const asymmetric = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

/**
 * Identifies callers by the JWT that they send as bearer token. A token is accepted with a valid signature, `iss`, `aud`, `exp`
 * and `sub`; `nbf` is checked if present. A token of another `typ` than an access token's, or about events (RFC 8417), such as a logout
 * token, is refused. While the keys of the issuer cannot be read, callers are told to try again. Throws a TypeError for options that contradict each other.
 */
export function jwt(options: JwtOptions): Authenticate {
  checkOptionNames(options, jwtOptionNames);
  const { issuer, audience, key, permissions = "permissions", typ } = options;
  // `jose` does not check what it is not given.
  for (const [name, value] of Object.entries({ issuer, audience }))
    if (typeof value !== "string" || value === "")
      throw new TypeError(
        `\`${name}\` must be a text that is not empty: is a variable of the environment not set?`,
      );
  if (typ !== undefined && typ !== accessTokenTyp)
    throw new TypeError('`typ` can only be "at+jwt": leave it out to accept tokens without one');
  if (key && options.jwks !== undefined) throw new TypeError("give `key` or `jwks`, not both");
  if (key instanceof Uint8Array && key.length < 32)
    throw new TypeError("a secret `key` must have at least 32 bytes");
  const algorithms = key && (key instanceof Uint8Array || key.type === "secret") ? ["HS256"] : asymmetric;
  const checks: JWTVerifyOptions = { issuer, audience, algorithms, requiredClaims: ["exp", "sub"] };
  const principalOf = options.principal ?? ((claims) => principalOfClaims(claims, permissions));
  const verifying = key ?? issuerKeys(issuer, options.jwks);
  const protects = protectedBy(options);
  const authenticate = async ({ headers }: IncomingMessage): Promise<Principal | undefined> => {
    const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(headers.authorization ?? "")?.[1];
    if (token === undefined) return undefined;
    // Loaded late: a server lists its tools over stdio without it.
    const { jwtVerify } = await import("jose");
    const { payload, protectedHeader } = await (typeof verifying === "function"
      ? jwtVerify(token, verifying, checks)
      : jwtVerify(token, verifying, checks));
    return isAccessToken(protectedHeader.typ, typ) && !Object.hasOwn(payload, "events")
      ? principalOf(payload)
      : undefined;
  };
  return Object.assign(authenticate, {
    ...(protects && { protects }),
    issuer,
    permissionsAreScopes: permissions === "scope" || permissions === "scp",
  });
}

const accessTokenTyp = "at+jwt";

/** Whether the `typ` of a token's header is one of an access token. It is a media type, of which `application/` may be left out. */
function isAccessToken(typ: unknown, wanted: JwtOptions["typ"]): boolean {
  if (typ === undefined) return wanted === undefined;
  const name = typeof typ === "string" ? typ.toLowerCase().replace(/^application\//, "") : "";
  return name === accessTokenTyp || (name === "jwt" && wanted === undefined);
}

/** Undefined if clients cannot be told where to get a token. */
function protectedBy({ issuer, audience, resource, scopes }: JwtOptions): ProtectedResource | undefined {
  if (resource === undefined && !(isSafeUrl(audience) && isSafeUrl(issuer))) return undefined;
  const { hash, search } = safeUrl(resource ?? audience, "resource");
  if (hash || search) throw new TypeError("`resource` must be the address of the endpoint, without a query");
  safeUrl(issuer, "issuer");
  const wrong = scopes?.find((each) => !isScope(each));
  if (wrong !== undefined) throw new TypeError(`${JSON.stringify(wrong)} in \`scopes\` is no OAuth scope`);
  return { resource: resource ?? audience, authorizationServers: [issuer], ...(scopes && { scopes }) };
}
