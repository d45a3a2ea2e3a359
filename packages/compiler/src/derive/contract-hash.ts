import { sha256Bytes, sha256Hex } from "#sha256";
import { canonicalJson, contractParts, restHash, type ToolContract } from "@proviso/manifest";

/**
 * SHA-256, hex, of a contract, as `contractParts` says: any change of its meaning changes it. It covers implied failures only where
 * the author lists one that does not follow: the others belong to the runtime, and a new release of it is no new contract.
 */
export function contractHash(contract: Omit<ToolContract, "hash">): string {
  const parts = contractParts(contract);
  const rest = restHash(parts, sha256Bytes);
  return sha256Hex(canonicalJson({ ...parts.facts, rest }));
}
