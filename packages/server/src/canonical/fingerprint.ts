import { hash } from "node:crypto";
import { canonicalJson } from "@proviso/manifest";
import type { Json } from "@proviso/manifest";

/** Hex SHA-256 of the canonical JSON of a value. */
export function fingerprint(value: Json): string {
  return fingerprintOfText(canonicalJson(value));
}

/** The same for a value whose canonical JSON is at hand. */
export function fingerprintOfText(canonical: string): string {
  return hash("sha256", canonical, "hex");
}

/** A key of the store. The parts are hashed, so that no value of one part can be taken for another's. */
export function storeKey(kind: string, ...parts: readonly (string | null | undefined)[]): string {
  return `${kind}:${fingerprint(parts.map((part) => part ?? null))}`;
}
