import type { DeclaredName, NameKind } from "../../resolve/used-names.ts";
import type { ProjectSubject } from "./rule.ts";

/** The names that some contract declares and no tool uses. Those of shared files may be for other products. */
export function unusedNames(
  { contracts, users }: Pick<ProjectSubject, "contracts" | "users">,
  kind: NameKind,
): DeclaredName[] {
  const used = new Set(contracts.flatMap((contract) => contract.used[kind]));
  return contracts.flatMap(({ declared }) =>
    declared[kind].filter(({ name, span }) => !used.has(name) && !users.has(span.file)),
  );
}
