import type { DeclaredName, NameKind } from "../../resolve/used-names.ts";
import type { ContractFacts } from "./facts.ts";

/** The names that some contract declares and no tool uses. */
export function unusedNames(contracts: readonly ContractFacts[], kind: NameKind): DeclaredName[] {
  const used = new Set(contracts.flatMap((contract) => contract.used[kind]));
  return contracts.flatMap(({ declared }) => declared[kind].filter(({ name }) => !used.has(name)));
}
