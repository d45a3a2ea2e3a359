import { type Authenticate, jwt, type Principal } from "@proviso/server";
import { keyFile } from "@proviso/trail";
import { SignJWT } from "jose";

const tokenIssuer = "backoffice-server";
const tokenAudience = "backoffice";

export interface Tokens {
  /** A token for development with the principal's claims. Valid for an hour. */
  issue(principal: Principal): Promise<string>;
  readonly authenticate: Authenticate;
}

/** Tokens signed with a key that is kept in the data folder. */
export function openTokens(dataFolder: string): Tokens {
  const key = keyFile(dataFolder, "token.key");
  return {
    issue: ({ id, name, tenant, kind, permissions, authTime, acr, attributes }) =>
      new SignJWT({ name, tenant, kind, permissions, auth_time: authTime, acr, attributes })
        .setProtectedHeader({ alg: "HS256" })
        .setSubject(id)
        .setIssuer(tokenIssuer)
        .setAudience(tokenAudience)
        .setIssuedAt()
        .setExpirationTime("1h")
        .sign(key),
    authenticate: jwt({ issuer: tokenIssuer, audience: tokenAudience, key }),
  };
}
