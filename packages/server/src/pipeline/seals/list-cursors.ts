import { createHmac, timingSafeEqual } from "node:crypto";
import type { ListCursors, Principal } from "../../api/outcome.ts";
import { identityOf } from "../../canonical/identity.ts";
import { derivedKey } from "./sealed-value.ts";

/** Far above the cursor of the longest tool name that MCP allows (128 characters). */
const longestListCursor = 1024;

/** The name and an HMAC-SHA256 of it and the caller's identity, so that no state is kept for a cursor. */
export function listCursors(stateKey: Uint8Array): ListCursors {
  const key = derivedKey(stateKey, "proviso.cursor.1");
  const seal = (name: string, principal: Principal | undefined): string => {
    const terms = JSON.stringify([name, principal ? identityOf(principal) : null]);
    const mac = createHmac("sha256", key).update(terms).digest("base64url");
    return `${Buffer.from(name).toString("base64url")}.${mac}`;
  };
  return {
    seal,
    open(cursor, principal) {
      if (cursor.length > longestListCursor) return undefined;
      const [body = ""] = cursor.split(".", 1);
      const name = Buffer.from(body, "base64url").toString();
      // The whole text is compared, because several base64url texts have the same bytes.
      return isSameMac(cursor, seal(name, principal)) ? name : undefined;
    },
  };
}

function isSameMac(given: string, wanted: string): boolean {
  const [some, others] = [Buffer.from(given), Buffer.from(wanted)];
  return some.length === others.length && timingSafeEqual(some, others);
}
