import { createHmac } from "node:crypto";
import type { ListCursors, Principal } from "../api/outcome.ts";
import { identityOf } from "../canonical/identity.ts";
import { isSameText } from "./is-same-text.ts";
import { keyRing, type RingKey } from "./key-ring.ts";

/** Far above the cursor of the longest tool name that MCP allows (128 characters). */
const maxCursorLength = 1024;

/**
 * The id of a key, the name, and an HMAC-SHA256 of the name and the caller's identity with that
 * key, so that no state is kept for a cursor.
 */
export function listCursors(stateKeys: readonly Uint8Array[]): ListCursors {
  const ring = keyRing(stateKeys, "proviso.cursor.1");
  return {
    seal: (name, principal) => sealCursor(ring.current, name, principal),
    open(cursor, principal) {
      if (cursor.length > maxCursorLength) return undefined;
      // Stryker disable next-line StringLiteral: no key has such an id
      const [id = "", body = ""] = cursor.split(".", 2);
      const key = ring.byId(id);
      const name = Buffer.from(body, "base64url").toString();
      // The whole text is compared, because several base64url texts have the same bytes.
      return key && isSameText(cursor, sealCursor(key, name, principal)) ? name : undefined;
    },
  };
}

function sealCursor({ id, secret }: RingKey, name: string, principal: Principal | undefined): string {
  const terms = JSON.stringify([name, principal ? identityOf(principal) : null]);
  const mac = createHmac("sha256", secret).update(terms).digest("base64url");
  return `${id}.${Buffer.from(name).toString("base64url")}.${mac}`;
}
