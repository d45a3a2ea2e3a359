import { acceptedNames } from "@proviso/manifest";
import type { ToolContract } from "@proviso/manifest";
import { fingerprint } from "../json/fingerprint.ts";
import type { Face } from "./face.ts";
import { faceOfContract, isSameFace } from "./face.ts";

/**
 * The contract that a server shows, if the host trusts its hash. The hash is computed anew, so what is trusted is what
 * was compiled; and everything shown beside it must say the same.
 */
export async function trustedContract(
  face: Face,
  trusted: readonly string[],
): Promise<ToolContract | undefined> {
  if (!face.contract) return undefined;
  const { hash, ...rest } = face.contract;
  if (typeof hash !== "string" || !trusted.includes(hash) || (await fingerprint(rest)) !== hash)
    return undefined;
  const contract = face.contract as unknown as ToolContract;
  return acceptedNames(contract).includes(face.name) && isSameFace(face, faceOfContract(contract, face.name))
    ? contract
    : undefined;
}
