import type { Principal } from "../api/outcome.ts";

/** The identity of a caller, without permissions and log-in time. An agent that acts for a person is not that person. */
export function identityOf({ kind, tenant, id }: Principal): string {
  return JSON.stringify([kind, tenant ?? null, id]);
}
