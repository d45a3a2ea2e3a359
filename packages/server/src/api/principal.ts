import type { JsonObject } from "@proviso/manifest";

/** The caller of a tool. */
export interface Principal {
  readonly id: string;
  /**
   * Who gave the id: `iss` of its token. Ids of two issuers are not compared: nobody approves with one what was asked for with the other.
   * Absent if the host makes the principal, and so says whose id it is.
   */
  readonly issuer?: string;
  readonly name?: string;
  readonly tenant?: string;
  readonly kind: "agent" | "user";
  readonly permissions: readonly string[];
  /**
   * Time of the last log-in, in seconds since 1970, as `auth_time` in OpenID Connect: `Math.floor(Date.now() / 1000)`. A call with a
   * time in milliseconds is refused.
   */
  readonly authTime?: number;
  /** Time at which the authentication expires, in seconds since 1970: `exp` of the token. Absent: it does not expire. */
  readonly expiresAt?: number;
  /** Authentication context class, as in OpenID Connect. */
  readonly acr?: string;
  readonly attributes?: JsonObject;
}
