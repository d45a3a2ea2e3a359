import { createHash, timingSafeEqual } from "node:crypto";
import type { Principal } from "@proviso/server";
import type { Authenticate } from "@proviso/server/mcp";

/** Accepts requests with this bearer token. Compares digests, so that neither time nor length tells anything of it. */
export function bearerToken(token: string, principal: Principal): Authenticate {
  const expected = digest(token);
  return ({ headers }) => {
    const [scheme = "", given = ""] = (headers.authorization ?? "").split(" ");
    const isRight = timingSafeEqual(digest(given), expected);
    return isRight && scheme.toLowerCase() === "bearer" ? principal : undefined;
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
