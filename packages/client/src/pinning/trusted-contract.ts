import { type ToolContract, acceptedNames, canonicalJson, trustedContractOf } from "@proviso/manifest";
import { fingerprintOf } from "../connection/fingerprint.ts";
import { type ToolDefinition, definitionBeside } from "./tool-definition.ts";

/**
 * The contract that a server lists, if the host trusts its hash. The hash is computed anew, so what
 * is trusted is what was compiled; and everything shown beside it must say the same.
 */
export async function trustedContract(
  definition: ToolDefinition,
  trusted: readonly string[],
): Promise<ToolContract | undefined> {
  // Stryker disable next-line ConditionalExpression, LogicalOperator: saves making a hash
  if (!definition.contract || trusted.length === 0) return undefined;
  const hash = await fingerprintOf(definition.contract);
  if (!trusted.includes(hash)) return undefined;
  const { rest: _rest, ...facts } = definition.contract;
  const contract = trustedContractOf(facts, hash);
  const { contract: _contract, ...beside } = definition;
  const isSame = canonicalJson(beside) === canonicalJson(definitionBeside(contract, definition.name));
  return acceptedNames(contract).includes(definition.name) && isSame ? contract : undefined;
}
