import { join } from "node:path";
import type { Principal } from "@proviso/server";
import { jwtVerify, SignJWT } from "jose";
import { readKey } from "../keys/read-key.ts";

const issuer = "backoffice-server";
const audience = "backoffice";

export interface Tokens {
  /** A token for development with the principal's claims. Valid for an hour. */
  issue(principal: Principal): Promise<string>;
  /** The principal of a token; undefined if it is forged, expired, without an expiry or a subject, or for another audience. */
  verify(token: string): Promise<Principal | undefined>;
}

/** Tokens signed with a key that is kept in the data folder. */
export async function openTokens(dataFolder: string): Promise<Tokens> {
  const key = await readKey(join(dataFolder, "token.key"));
  return {
    issue: ({ id, name, tenant, kind, permissions, authTime, acr, attributes }) =>
      new SignJWT({ name, tenant, kind, permissions, auth_time: authTime, acr, attributes })
        .setProtectedHeader({ alg: "HS256" })
        .setSubject(id)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime("1h")
        .sign(key),
    async verify(token) {
      try {
        const checks = { issuer, audience, algorithms: ["HS256"], requiredClaims: ["exp", "sub"] };
        return principalOf((await jwtVerify(token, key, checks)).payload);
      } catch {
        return undefined;
      }
    },
  };
}

/** Every claim is checked: a token with a wrong type in one is invalid. */
function principalOf(claims: Readonly<Record<string, unknown>>): Principal | undefined {
  const {
    sub,
    name,
    tenant,
    kind,
    permissions,
    auth_time: authTime,
    acr,
    exp: expiresAt,
    attributes = {},
  } = claims;
  if (!isText(sub) || (kind !== "agent" && kind !== "user")) return undefined;
  if (!Array.isArray(permissions) || !permissions.every(isText) || !isRecord(attributes)) return undefined;
  if (![name, tenant, acr, attributes["role"]].every((claim) => claim === undefined || isText(claim)))
    return undefined;
  if (authTime !== undefined && typeof authTime !== "number") return undefined;
  if (typeof expiresAt !== "number") return undefined;
  const { role } = attributes;
  return {
    id: sub,
    kind,
    permissions,
    expiresAt,
    ...(isText(name) && { name }),
    ...(isText(tenant) && { tenant }),
    ...(authTime !== undefined && { authTime }),
    ...(isText(acr) && { acr }),
    ...(isText(role) && { attributes: { role } }),
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
