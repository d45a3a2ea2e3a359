import { isObject } from "@proviso/manifest";
import type { Principal } from "../api/outcome.ts";
import { wholePrincipal } from "../canonical/whole-text.ts";

type TokenClaims = Readonly<Record<string, unknown>>;

/**
 * The principal of verified claims: `sub`, `exp`, the claim with the permissions, and if present `iss`, `name`, `tenant`, `kind`,
 * `auth_time`, `acr` and `attributes`. The kind is "agent" by default, and always where `act` says that somebody acts for the subject.
 * Undefined if a claim has a wrong type, or a text that is not whole.
 */
export function principalOfClaims(claims: TokenClaims, permissionsClaim: string): Principal | undefined {
  const { sub, iss, exp, name, tenant, act, auth_time: authTime, acr, attributes } = claims;
  const kind = act === undefined ? (claims["kind"] ?? "agent") : "agent";
  const permissions = permissionsOf(claims[permissionsClaim]);
  if (!isText(sub) || typeof exp !== "number" || (kind !== "agent" && kind !== "user") || !permissions)
    return undefined;
  if (![name, tenant, acr].every((claim) => claim === undefined || isText(claim))) return undefined;
  if (authTime !== undefined && typeof authTime !== "number") return undefined;
  if (attributes !== undefined && !isObject(attributes)) return undefined;
  return wholePrincipal({
    id: sub,
    kind,
    permissions,
    expiresAt: exp,
    ...(isText(iss) && { issuer: iss }),
    ...(isText(name) && { name }),
    ...(isText(tenant) && { tenant }),
    ...(authTime !== undefined && { authTime }),
    ...(isText(acr) && { acr }),
    ...(attributes && { attributes }),
  });
}

/** A token without the claim has no permissions. */
function permissionsOf(claim: unknown): readonly string[] | undefined {
  if (claim === undefined) return [];
  if (typeof claim === "string") return claim.split(" ").filter((permission) => permission !== "");
  return Array.isArray(claim) && claim.every(isText) ? claim : undefined;
}

function isText(claimValue: unknown): claimValue is string {
  return typeof claimValue === "string" && claimValue !== "";
}
