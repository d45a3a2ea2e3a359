import type { Principal } from "../api/outcome.ts";

/** Who somebody is, whatever their permissions and last log-in are by now: an agent that acts for a person is not that person. */
export function identityOf({ kind, tenant, id }: Principal): string {
  return JSON.stringify([kind, tenant ?? null, id]);
}
