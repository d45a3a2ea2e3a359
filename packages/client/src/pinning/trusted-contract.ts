import { acceptedNames } from "@proviso/manifest";
import type { ToolContract } from "@proviso/manifest";
import { fingerprint } from "../json/fingerprint.ts";
import type { ToolDefinition } from "./tool-definition.ts";
import { definitionOfContract, isSameDefinition } from "./tool-definition.ts";

/**
 * The contract that a server shows, if the host trusts its hash. The hash is computed again, and the rest of the definition
 * must match the contract.
 */
export async function trustedContract(
  definition: ToolDefinition,
  trusted: readonly string[],
): Promise<ToolContract | undefined> {
  if (!definition.contract) return undefined;
  const { hash, ...rest } = definition.contract;
  if (typeof hash !== "string" || !trusted.includes(hash) || (await fingerprint(rest)) !== hash)
    return undefined;
  const contract = definition.contract as unknown as ToolContract;
  return acceptedNames(contract).includes(definition.name) &&
    isSameDefinition(definition, definitionOfContract(contract, definition.name))
    ? contract
    : undefined;
}
