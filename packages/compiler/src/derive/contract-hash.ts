import { hash } from "node:crypto";
import { canonicalJson, contractParts, restHash, type ToolContract } from "@proviso/manifest";

/**
 * SHA-256, hex, of a contract, as `contractParts` says: any change of its meaning changes it. It covers implied failures only where
 * the author lists one that does not follow: the others belong to the runtime, and a new release of it is no new contract.
 */
export function contractHash(contract: Omit<ToolContract, "hash">): string {
  const parts = contractParts(contract);
  const rest = restHash(parts, (text) => hash("sha256", text, "buffer"));
  return hash("sha256", canonicalJson({ ...parts.facts, rest }));
}
