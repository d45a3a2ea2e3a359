import { createHash } from "node:crypto";
import { canonicalJson, type Json, type ToolContract } from "@proviso/manifest";

/** SHA-256, hex, of the canonical JSON (RFC 8785) of a contract: any change of its meaning changes it. */
export function contractHash(contract: Omit<ToolContract, "hash">): string {
  return createHash("sha256")
    .update(canonicalJson(contract as unknown as Json))
    .digest("hex");
}
