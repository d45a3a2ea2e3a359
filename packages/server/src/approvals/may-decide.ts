import type { Approval, Decider, Objection } from "../api/approval.ts";

/** Whether a decider may approve; `permissions` are what the decider holds. Whoever asked may always deny. */
export function objectionTo(
  { asker, decisions, rules }: Pick<Approval, "asker" | "decisions" | "rules">,
  by: Decider,
  permissions: readonly string[],
): Objection | undefined {
  if (by.isOperator) return objectionToOperator(rules, sameName(by.id, asker.id));
  if ((by.tenant ?? null) !== (asker.tenant ?? null)) return "another_tenant";
  if (decisions.some((each) => isSamePerson(each.by, by))) return "decided_before";
  const isAsker = by.id === asker.id;
  if (isAsker && rules.approver === "other") return "own_call";
  if (!isAsker && rules.approver === "self" && !rules.isFromStated) return "not_the_asker";
  return rules.permissions.every((each) => permissions.includes(each)) ? undefined : "lacks_permission";
}

/** Nobody verifies the name of an operator: it could be a second name of somebody who has approved. */
function objectionToOperator(
  { approver, approvers }: Approval["rules"],
  isAsker: boolean,
): Objection | undefined {
  if (approver === "other" && isAsker) return "own_call";
  return approvers > 1 ? "needs_signed_in_people" : undefined;
}

function isSamePerson(one: Decider, other: Decider): boolean {
  return !one.isOperator && one.id === other.id && (one.tenant ?? null) === (other.tenant ?? null);
}

function sameName(name: string, other: string): boolean {
  return plainName(name) === plainName(other);
}

/** Operators type their names: spaces around them, letter case and compatible characters make no other person. */
function plainName(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}
