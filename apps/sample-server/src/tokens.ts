import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Principal } from "@proviso/server";
import { jwtVerify, SignJWT } from "jose";

const issuer = "backoffice-server";
const audience = "backoffice";

export interface Tokens {
  /** A token for development: it says of its bearer what the principal says. Valid for an hour. */
  issue(principal: Principal): Promise<string>;
  /** The bearer of a token; undefined for one that is forged, expired or not meant for us. */
  verify(token: string): Promise<Principal | undefined>;
}

/** Tokens signed with a key that is made on first use and kept, readable by its owner only, in the data folder. */
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

async function readKey(file: string): Promise<Uint8Array> {
  await mkdir(join(file, ".."), { recursive: true });
  // `wx` lets one process make the key; whoever comes later reads it
  await writeFile(file, randomBytes(32), { flag: "wx", mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    },
  );
  return new Uint8Array(await readFile(file));
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
