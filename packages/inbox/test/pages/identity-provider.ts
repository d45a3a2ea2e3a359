import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import { Provider } from "oidc-provider";

export interface IdentityProvider extends AsyncDisposable {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What the provider says of each person. Anybody may sign in there, with any password. */
const claims: Readonly<Record<string, object>> = {
  carla: { name: "Carla Díaz", tenant: "acme", permissions: ["notes:write", "notes:approve"] },
  robot: { name: "Robot", tenant: "acme", kind: "agent", permissions: ["notes:write", "notes:approve"] },
};

const naming = { kid: "k1", alg: "RS256", use: "sig" };

export interface ProviderOptions {
  /** Defaults to public subjects. */
  readonly subjects?: readonly ("public" | "pairwise")[];
  /** Publishes another key than the one with which it signs, under the same name. */
  readonly publishesAnotherKey?: boolean;
}

/** A real OpenID provider on loopback. */
export async function startIdentityProvider(
  redirectUri: string,
  { subjects = ["public"], publishesAnotherKey = false }: ProviderOptions = {},
): Promise<IdentityProvider> {
  let answer: ReturnType<Provider["callback"]> | undefined;
  const another = await generateKeyPair("RS256", { extractable: true });
  const otherKeys = { keys: [{ ...(await exportJWK(another.publicKey)), ...naming }] };
  const listener = createServer((request, response) => {
    if (publishesAnotherKey && request.url === "/jwks")
      response.setHeader("content-type", "application/jwk-set+json").end(JSON.stringify(otherKeys));
    else void answer?.(request, response);
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const issuer = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const client = { client_id: "inbox", client_secret: "a secret of the test, long enough" };
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [redirectUri], subject_type: subjects[0] ?? "public" }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), ...naming }] },
    cookies: { keys: ["a key of the test"] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    subjectTypes: [...subjects],
    pairwiseIdentifier: (_, accountId, { clientId }) => `${clientId}|${accountId}`,
    conformIdTokenClaims: false,
    claims: { openid: ["sub"], profile: ["name", "tenant", "permissions", "kind"] },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...claims[sub] }) }),
    features: { devInteractions: { enabled: true } },
  });
  answer = provider.callback();
  return {
    issuer,
    clientId: client.client_id,
    clientSecret: client.client_secret,
    async [Symbol.asyncDispose]() {
      listener.closeAllConnections();
      listener.close();
      await once(listener, "close");
    },
  };
}
