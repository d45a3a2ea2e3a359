import { hash } from "node:crypto";
import { canonicalJson, compactContract, type Json, type ToolContract } from "@proviso/manifest";

/**
 * SHA-256, hex, of the canonical JSON (RFC 8785) of a contract: any change of its meaning changes it. Of implied failures it
 * covers the codes: their wording belongs to the runtime, and a new release of it is no new contract.
 */
export function contractHash(contract: Omit<ToolContract, "hash">): string {
  return hash("sha256", canonicalJson(compactContract(contract) as unknown as Json));
}
