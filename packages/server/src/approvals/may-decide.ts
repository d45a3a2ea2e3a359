import type { Approval, Decider, Objection } from "../api/approval.ts";

/** Whether a decider may approve; `permissions` are what the decider holds. Whoever asked may always deny. */
export function objectionTo(
  { asker, decisions, rules }: Pick<Approval, "asker" | "decisions" | "rules">,
  by: Decider,
  permissions: readonly string[],
): Objection | undefined {
  if (!by.isOperator && (by.tenant ?? null) !== (asker.tenant ?? null)) return "another_tenant";
  if (
    hasDecided(
      decisions.map((each) => each.by),
      by,
    )
  )
    return "decided_before";
  if (by.isOperator) return rules.approver === "other" && sameName(by.id, asker.id) ? "own_call" : undefined;
  const isAsker = by.id === asker.id;
  if (isAsker && rules.approver === "other") return "own_call";
  if (!isAsker && rules.approver === "self" && !rules.isFromStated) return "not_the_asker";
  return rules.permissions.every((each) => permissions.includes(each)) ? undefined : "lacks_permission";
}

/** The names that operators give are not verified, so all operators count as one. */
function hasDecided(others: readonly Decider[], by: Decider): boolean {
  return others.some((other) =>
    by.isOperator || other.isOperator
      ? by.isOperator === other.isOperator || sameName(by.id, other.id)
      : other.id === by.id && (other.tenant ?? null) === (by.tenant ?? null),
  );
}

function sameName(name: string, other: string): boolean {
  return plainName(name) === plainName(other);
}

/** Operators type their names: spaces around them, letter case and compatible characters make no other person. */
function plainName(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}
