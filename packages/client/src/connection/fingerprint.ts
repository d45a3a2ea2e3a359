import { type JsonObject, canonicalJson, restHashText } from "@proviso/manifest";

/** The copy of an input that is shown, fingerprinted and sent: the server gets what was shown. */
export function canonicalCopy(input: object): JsonObject {
  return JSON.parse(canonicalJson(input as JsonObject)) as JsonObject;
}

/** Hex SHA-256 of the canonical JSON (RFC 8785), as the server computes it. Needs WebCrypto. */
export async function fingerprintOf(input: JsonObject): Promise<string> {
  return Array.from(await sha256Of(input), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The hash of the rest of a contract, as the server lists it. */
export async function hashOfRest(rest: JsonObject): Promise<string> {
  return restHashText(await sha256Of(rest));
}

async function sha256Of(input: JsonObject): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(canonicalJson(input));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}
