import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import { errors, Provider } from "oidc-provider";
import { freePort } from "./free-port.ts";

/** What tokens are for. */
export interface ProtectedApi {
  /** The audience of tokens, and the `resource` that clients name. */
  readonly resource: string;
  readonly scopes: readonly string[];
  /** A public client that is known in advance. It may ask for all scopes; one that registers, only for those it has named. */
  readonly client?: { readonly id: string; readonly redirectUri: string };
}

export interface AuthorizationServer extends AsyncDisposable {
  readonly issuer: string;
  /** The paths of all requests so far. */
  readonly requests: readonly string[];
  /** Signs with a new key from now on, and publishes it alone. */
  rotateKeys(): Promise<void>;
  /** Listens no more, until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** A real OAuth 2.1 and OpenID provider on loopback. Anybody may sign in there, with any password, and any client may register. */
export async function startAuthorizationServer(api: ProtectedApi): Promise<AuthorizationServer> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const requests: string[] = [];
  let provider = await makeProvider(issuer, api, 1);
  let listener: Server | undefined;
  let keys = 1;
  async function start(): Promise<void> {
    listener = createServer((request, response) => {
      requests.push(request.url?.split("?")[0] ?? "");
      void provider.callback()(request, response);
    });
    listener.listen(port, "127.0.0.1");
    await once(listener, "listening");
  }
  async function stop(): Promise<void> {
    listener?.closeAllConnections();
    listener?.close();
    if (listener) await once(listener, "close");
    listener = undefined;
  }
  await start();
  return {
    issuer,
    requests,
    async rotateKeys() {
      provider = await makeProvider(issuer, api, ++keys);
    },
    stop,
    start,
    [Symbol.asyncDispose]: stop,
  };
}

async function makeProvider(
  issuer: string,
  { resource, scopes, client }: ProtectedApi,
  key: number,
): Promise<Provider> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const seconds = 600;
  const known = client && {
    client_id: client.id,
    redirect_uris: [client.redirectUri],
    token_endpoint_auth_method: "none" as const,
  };
  return new Provider(issuer, {
    clients: known ? [known] : [],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: `key-${key}`, alg: "RS256", use: "sig" }] },
    cookies: { keys: ["a key of the tests"] },
    scopes: ["openid", "offline_access", ...scopes],
    ttl: { Interaction: seconds, Session: seconds, Grant: seconds, IdToken: seconds, RefreshToken: seconds },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    clientBasedCORS: () => true,
    features: {
      devInteractions: { enabled: true },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo(_, indicator) {
          if (indicator !== resource) throw new errors.InvalidTarget();
          return {
            scope: scopes.join(" "),
            audience: resource,
            accessTokenFormat: "jwt",
            accessTokenTTL: seconds,
            jwt: { sign: { alg: "RS256" } },
          };
        },
      },
    },
    // As RFC 9068 wants it in access tokens.
    extraTokenClaims({ oidc: { entities } }) {
      const { authTime, acr } = entities.AuthorizationCode ?? entities.RefreshToken ?? {};
      return { ...(authTime !== undefined && { auth_time: authTime }), ...(acr !== undefined && { acr }) };
    },
  });
}
