import { canonicalJson } from "@proviso/manifest";
import type { JsonObject } from "@proviso/manifest";

/** The copy of an input that is shown, fingerprinted and sent, so that the server gets what a person approved. */
export function canonicalCopy(input: object): JsonObject {
  return JSON.parse(canonicalJson(input as JsonObject)) as JsonObject;
}

/** Hex SHA-256 of the canonical JSON (RFC 8785), as the server computes it. Needs WebCrypto. */
export async function fingerprint(input: JsonObject): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalJson(input));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
