import type { Configuration } from "openid-client";
import type { JsonObject } from "@proviso/manifest";
import {
  checkOptionNames,
  inTime,
  type OptionNames,
  type Principal,
  principalOfClaims,
  retried,
  safeUrl,
  type WantedLogIn,
} from "@proviso/server/extension";
import type { SignInProvider } from "../sign-in/sign-in-provider.ts";

type Claims = Readonly<Record<string, unknown>>;

export interface OpenIdConnectOptions {
  /** The address of the provider, exactly as in its metadata. https, or http on loopback. */
  readonly issuer: string;
  readonly clientId: string;
  /** Absent for a public client. */
  readonly clientSecret?: string;
  /** For the button. Defaults to the host of the issuer. */
  readonly name?: string;
  /** Defaults to "openid profile email". */
  readonly scope?: string;
  /** Further parameters of the request, such as `{ acr_values: "mfa", prompt: "login" }`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** The claim with the permissions, an array or words. Defaults to "permissions". */
  readonly permissions?: string;
  /**
   * Makes the person of the verified claims, instead of the standard ones. Undefined means nobody.
   * Needed with a provider that gives one person another `sub` in each application.
   */
  readonly principal?: (claims: Claims) => Promise<Principal | undefined> | Principal | undefined;
}

const openIdOptionNames: OptionNames<OpenIdConnectOptions> = {
  issuer: true,
  clientId: true,
  clientSecret: true,
  name: true,
  scope: true,
  parameters: true,
  permissions: true,
  principal: true,
};

const ownParameters = ["redirect_uri", "state", "nonce", "code_challenge", "response_type", "client_id"];

/** Milliseconds for which a server that starts waits for the provider. */
const checkMs = 5000;

/**
 * Signs people in with OpenID Connect: authorization code with PKCE, state and nonce, at the
 * address `URL/sign-in/callback`. Needs `openid-client`. Throws a TypeError for a wrong option.
 */
export function openIdConnect(options: OpenIdConnectOptions): SignInProvider {
  checkOptionNames(options, openIdOptionNames);
  const { clientId, scope = "openid profile email", parameters = {}, permissions = "permissions" } = options;
  const issuer = safeUrl(options.issuer, "issuer");
  const taken = Object.keys(parameters).find((each) => ownParameters.includes(each));
  if (taken !== undefined) throw new TypeError(`\`parameters\` cannot set \`${taken}\``);
  if (!scope.split(" ").includes("openid")) throw new TypeError("`scope` must contain `openid`");
  if (typeof clientId !== "string" || clientId === "")
    throw new TypeError("`clientId` is empty: is a variable of the environment not set?");
  const principalOf =
    options.principal ?? ((claims) => principalOfClaims({ kind: "user", ...claims }, permissions));
  const configured = retried(() => configuration(issuer, options));
  const usable = async (): Promise<Configuration> => {
    const found = await configured();
    if (!options.principal) mustHavePublicSubjects(issuer, found);
    return found;
  };
  return {
    ...namesOf(options, issuer),
    async check() {
      await loadClient();
      const found = await inTime(checkMs, configured()).catch(() => undefined);
      if (found && !options.principal) mustHavePublicSubjects(issuer, found);
    },
    async start(redirectUri, wanted) {
      const client = await loadClient();
      const [verifier, state, nonce] = [
        client.randomPKCECodeVerifier(),
        client.randomState(),
        client.randomNonce(),
      ];
      const location = client.buildAuthorizationUrl(await usable(), {
        ...parameters,
        ...(wanted && logInParameters(wanted)),
        scope,
        redirect_uri: redirectUri.href,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
      return { location, checks: { verifier, state, nonce } };
    },
    async finish(address, { verifier, state, nonce }: JsonObject) {
      const client = await loadClient();
      const tokens = await client.authorizationCodeGrant(await usable(), address, {
        pkceCodeVerifier: String(verifier),
        expectedState: String(state),
        expectedNonce: String(nonce),
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      const found = claims && (await principalOf(claims));
      if (found?.kind !== "user") return undefined;
      // An ID token says who signed in; it ends long before the session, which has its own end.
      const { expiresAt: _ended, ...principal } = found;
      return options.principal ? found : principal;
    },
  };
}

function namesOf(
  { issuer, name, principal }: OpenIdConnectOptions,
  { host }: URL,
): Pick<SignInProvider, "name" | "issuer" | "signsInAt"> {
  return { name: name ?? host, signsInAt: issuer, ...(!principal && { issuer }) };
}

/** A log-in that is asked for is a new one: the time until it is too old begins with it. */
function logInParameters({ acr, maxAgeMs }: WantedLogIn): Readonly<Record<string, string>> {
  return { ...(maxAgeMs !== undefined && { max_age: "0" }), ...(acr !== undefined && { acr_values: acr }) };
}

/** The provider's metadata. */
async function configuration(
  issuer: URL,
  { clientId, clientSecret }: OpenIdConnectOptions,
): Promise<Configuration> {
  const { allowInsecureRequests, discovery, enableNonRepudiationChecks, None } = await loadClient();
  const authentication = clientSecret === undefined ? None() : undefined;
  // ID tokens are verified with the published keys, also those that come over TLS.
  const execute = [
    enableNonRepudiationChecks,
    ...(issuer.protocol === "http:" ? [allowInsecureRequests] : []),
  ];
  return discovery(issuer, clientId, clientSecret, authentication, { execute });
}

/** With pairwise subjects the person who asked looks like somebody else, who could then approve. */
function mustHavePublicSubjects({ href }: URL, client: Configuration): void {
  const kinds: unknown = client.serverMetadata()["subject_types_supported"];
  if (Array.isArray(kinds) && kinds.length === 1 && kinds[0] === "public") return;
  throw new TypeError(
    `the provider ${href} may give one person another \`sub\` in each application (its \`subject_types_supported\` is ` +
      `${JSON.stringify(kinds) ?? "missing"}), so that somebody could approve their own call as another person: give \`openIdConnect\` the option ` +
      "`principal`, which reads an id that is the same in the tokens of agents",
  );
}

/** Loaded late: an optional package, and most servers have no inbox. */
async function loadClient(): Promise<typeof import("openid-client")> {
  try {
    return await import("openid-client");
  } catch (error) {
    throw new Error("`openIdConnect` needs the package `openid-client`: install it", { cause: error });
  }
}
