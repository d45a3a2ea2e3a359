import type { JWTVerifyGetKey } from "jose";
import { safeUrl } from "../canonical/safe-url.ts";
import { outage } from "../stores/outage.ts";

const fetchMs = 5000;
/** Milliseconds until the metadata of an issuer is fetched again after a failure, so that nobody can cause a fetch per request. */
const retryMs = 5000;

/**
 * The keys that an issuer publishes. They are fetched when the first token arrives, and again when a token names an unknown one.
 * Throws a TypeError for an address that is neither HTTPS nor on loopback: whoever changes the answer could sign tokens.
 */
export function issuerKeys(issuer: string, jwks: string | URL | undefined): JWTVerifyGetKey {
  const publishedKeys = jwks === undefined ? undefined : safeUrl(jwks, "jwks");
  const metadataAddresses = publishedKeys ? [] : metadataUrls(safeUrl(issuer, "issuer"));
  const told = outage({
    resource: `the keys of ${issuer}`,
    what: `the token issuer ${issuer}`,
    remedy: () => "check its address, and whether this machine can reach it",
  });
  const open = retried(async () => {
    const { createRemoteJWKSet } = await import("jose");
    return createRemoteJWKSet(publishedKeys ?? (await discover(issuer, metadataAddresses)));
  });
  return async (header, token) => {
    const found = await told.write(async () => (await open())(header, token).catch(unknownKey));
    if (found instanceof Error) throw found;
    return found;
  };
}

/** A key that the issuer does not have is the token's fault. */
function unknownKey(error: unknown): Error {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (error instanceof Error && /^ERR_JWKS_(NO_MATCHING_KEY|MULTIPLE_MATCHING_KEYS)$/.test(code))
    return error;
  throw error;
}

/** Where metadata may be: OpenID Connect Discovery appends its path, RFC 8414 puts it before the issuer's own. */
function metadataUrls({ origin, pathname }: URL): readonly string[] {
  const path = pathname.replace(/\/$/, "");
  return [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ];
}

async function discover(issuer: string, metadataAddresses: readonly string[]): Promise<URL> {
  for (const address of metadataAddresses) {
    const response = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(fetchMs) });
    if (!response.ok) continue;
    const metadata = (await response.json()) as { readonly issuer?: unknown; readonly jwks_uri?: unknown };
    if (metadata.issuer !== issuer)
      throw new Error(`${address} is of the issuer ${JSON.stringify(metadata.issuer)}: write that one`);
    return safeUrl(String(metadata.jwks_uri), "jwks_uri");
  }
  throw new Error(`there is no metadata at ${metadataAddresses.join(" or ")}: give \`jwks\``);
}

/** Remembers a result for ever, and an error for a while. */
export function retried<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let last: { readonly result: Promise<Result>; failedAt?: number } | undefined;
  return () => {
    if (!last || performance.now() - (last.failedAt ?? Infinity) >= retryMs) {
      const next: typeof last = { result: run() };
      next.result.catch(() => (next.failedAt = performance.now()));
      last = next;
    }
    return last.result;
  };
}
