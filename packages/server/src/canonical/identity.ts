import type { Principal } from "../api/outcome.ts";

/**
 * The identity of a caller, without permissions and log-in time. An agent that acts for a person is
 * not that person, and callers with the same id of two issuers are two callers.
 */
export function identityOf({ kind, tenant, id, issuer }: Principal): string {
  return JSON.stringify([kind, tenant ?? null, id, ...(issuer === undefined ? [] : [issuer])]);
}
