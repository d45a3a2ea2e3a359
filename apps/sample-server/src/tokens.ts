import { join } from "node:path";
import type { Principal } from "@proviso/server";
import { jwtVerify, SignJWT } from "jose";
import { readKey } from "./read-key.ts";

const issuer = "backoffice-server";
const audience = "backoffice";

export interface Tokens {
  /** A token for development: it says of its bearer what the principal says. Valid for an hour. */
  issue(principal: Principal): Promise<string>;
  /** The bearer of a token; undefined for one that is forged, expired or not meant for us. */
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
        const { payload } = await jwtVerify(token, key, { issuer, audience, algorithms: ["HS256"] });
        return principalOf(payload);
      } catch {
        return undefined;
      }
    },
  };
}

/** Every claim is checked: a token that says something of the wrong type says nothing. */
function principalOf(claims: Readonly<Record<string, unknown>>): Principal | undefined {
  const { sub, name, tenant, kind, permissions, auth_time: authTime, acr, attributes } = claims;
  if (typeof sub !== "string" || (kind !== "agent" && kind !== "user") || !Array.isArray(permissions))
    return undefined;
  const role =
    isRecord(attributes) && typeof attributes["role"] === "string" ? attributes["role"] : undefined;
  return {
    id: sub,
    kind,
    permissions: permissions.filter((permission) => typeof permission === "string"),
    ...(typeof name === "string" ? { name } : {}),
    ...(typeof tenant === "string" ? { tenant } : {}),
    ...(typeof authTime === "number" ? { authTime } : {}),
    ...(typeof acr === "string" ? { acr } : {}),
    ...(role === undefined ? {} : { attributes: { role } }),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
