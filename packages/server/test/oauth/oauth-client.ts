import { consent } from "@proviso/identity";

interface Kept {
  client?: unknown;
  tokens?: { readonly access_token: string };
  verifier?: string;
  discovery?: unknown;
  sentTo?: URL;
}

const redirectUrl = "http://127.0.0.1:1/callback";

/** A client that the issuer knows in advance. */
export const knownClient = { id: "known", redirectUri: redirectUrl };

/** What an MCP client stores of its OAuth, and the person whom it sends to the issuer. The SDKs do the rest. */
export function oauthClient({ id, person = "anna" }: { id?: string; person?: string } = {}) {
  const kept: Kept = id === undefined ? {} : { client: { client_id: id } };
  const provider = {
    redirectUrl,
    clientMetadata: { redirect_uris: [redirectUrl], token_endpoint_auth_method: "none" },
    clientInformation: () => kept.client,
    saveClientInformation: (client: unknown) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens: { readonly access_token: string }) => void (kept.tokens = tokens),
    redirectToAuthorization: (url: URL) => void (kept.sentTo = url),
    saveCodeVerifier: (verifier: string) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? "",
    saveDiscoveryState: (discovery: unknown) => void (kept.discovery = discovery),
    discoveryState: () => kept.discovery,
  };
  return {
    provider: provider as never,
    /** The scopes for which the person was asked last. */
    asked: (): readonly string[] => kept.sentTo?.searchParams.get("scope")?.split(" ").toSorted() ?? [],
    token: (): string => kept.tokens?.access_token ?? "",
    /** The person signs in and agrees; returns what the issuer says to the client. */
    async agree(): Promise<{ readonly authorizationCode: string; readonly iss: string }> {
      const { href, searchParams } = await consent(kept.sentTo ?? "about:blank", person);
      const [authorizationCode, iss] = [searchParams.get("code"), searchParams.get("iss")];
      if (authorizationCode === null || iss === null) throw new Error(`no code: ${href}`);
      return { authorizationCode, iss };
    },
  };
}
