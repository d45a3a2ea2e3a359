import type { Principal } from "../api/outcome.ts";

/**
 * The identity of a caller, without permissions and log-in time. An agent that acts for a person is
 * not that person, and callers with the same id of two issuers are two callers.
 */
export function identityOf({ issuer, ...caller }: Principal): string {
  const parts = partsOf(caller);
  return JSON.stringify(issuer === undefined ? parts : [...parts, issuer]);
}

/** The identity that versions before gave a caller, whatever the issuer. */
export function formerIdentityOf(caller: Principal): string {
  return JSON.stringify(partsOf(caller));
}

function partsOf({ kind, tenant, id }: Principal): readonly (string | null)[] {
  return [kind, tenant ?? null, id];
}
