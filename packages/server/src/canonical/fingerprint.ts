import { hash } from "node:crypto";
import { type Json, canonicalJson } from "@proviso/manifest";

/** Hex SHA-256 of the canonical JSON of a value. */
export function fingerprint(value: Json): string {
  return fingerprintOfText(canonicalJson(value));
}

/** Hex SHA-256 of a text that is canonical JSON already. */
export function fingerprintOfText(canonical: string): string {
  return hash("sha256", canonical, "hex");
}

/** A key in the store. Each part is hashed separately, so that no two can be confused. */
export function storeKey(kind: string, ...parts: readonly (string | null | undefined)[]): string {
  return `${kind}:${fingerprint(parts.map((part) => part ?? null))}`;
}
