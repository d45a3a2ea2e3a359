import type { createLocalJWKSet, JSONWebKeySet, JWTVerifyGetKey } from "jose";
import { AuthenticationUnavailable } from "../api/authentication-unavailable.ts";
import { safeUrl } from "../canonical/safe-url.ts";
import { outage } from "../stores/outage.ts";

const fetchMs = 5000;
/**
 * Milliseconds until something is fetched again from an issuer: after a failure, and when a token
 * names a key that it did not have. Nobody can cause a fetch per request.
 */
const retryMs = 5000;

/**
 * The keys that an issuer publishes. They are fetched when the first token arrives, again when a token names an unknown one, and
 * after ten minutes, so that a withdrawn key ends. Throws a TypeError for an address that is neither HTTPS nor on loopback: whoever changes the answer could sign tokens.
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
    const { createLocalJWKSet, createRemoteJWKSet, customFetch } = await import("jose");
    const address = publishedKeys ?? (await discover(issuer, metadataAddresses));
    return createRemoteJWKSet(address, {
      cooldownDuration: retryMs,
      timeoutDuration: fetchMs,
      [customFetch]: spared((url: string, init: RequestInit) => fetchKeys(url, init, createLocalJWKSet)),
    });
  });
  return async (header, token) => {
    const found = await told
      .write(async () => (await open())(header, token).catch(unknownKey))
      .catch(unavailable(issuer));
    if (found instanceof Error) throw found;
    return found;
  };
}

function unavailable(issuer: string): (cause: unknown) => never {
  return (cause) => {
    const message = `the keys of ${issuer} cannot be read`;
    throw new AuthenticationUnavailable(message, { retryAfterMs: retryMs, cause });
  };
}

/** Rejects if the response holds no keys. */
async function fetchKeys(url: string, init: RequestInit, read: typeof createLocalJWKSet): Promise<Response> {
  const response = await fetch(url, init);
  if (response.status !== 200) throw new Error(`${url} answers with status ${response.status}`);
  return Response.json(read((await response.json()) as JSONWebKeySet).jwks());
}

/** After a failure, fails in the same way for a while instead of running again. */
function spared<Args extends readonly unknown[], Result>(
  run: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  let failure: { readonly error: unknown; readonly at: number } | undefined;
  return async (...args) => {
    if (failure && performance.now() - failure.at < retryMs) throw failure.error;
    try {
      const result = await run(...args);
      failure = undefined;
      return result;
    } catch (error) {
      failure = { error, at: performance.now() };
      throw error;
    }
  };
}

/** A key that the issuer does not have is the token's fault. */
function unknownKey(error: unknown): Error {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (error instanceof Error && /^ERR_JWKS_(NO_MATCHING_KEY|MULTIPLE_MATCHING_KEYS)$/.test(code))
    return error;
  throw error;
}

/** OpenID Connect Discovery appends its path to the issuer's, RFC 8414 puts it before. */
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
