import { hash } from "node:crypto";
import { canonicalJson, type Json, type ToolContract } from "@proviso/manifest";

/** SHA-256, hex, of the canonical JSON (RFC 8785) of a contract: any change of its meaning changes it. */
export function contractHash(contract: Omit<ToolContract, "hash">): string {
  return hash("sha256", canonicalJson(contract as unknown as Json));
}
