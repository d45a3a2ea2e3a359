import { isSameRealm, type Reviewer } from "@proviso/server/extension";
import type { Approval } from "../api/approval.ts";
import type { DecisionOptions, DecisionResult, SeenCall, TogetherResult } from "../api/approval-desk.ts";
import { decideApproval } from "./decide-approval.ts";
import { deciderOf, isHidden, notDecided } from "./decider.ts";
import type { DeskParts } from "./desk-parts.ts";
import { objectionTo } from "./may-decide.ts";

/** Lets somebody approve several calls at once: exactly these, each as it was seen. */
export async function decideTogether(
  parts: DeskParts,
  calls: readonly SeenCall[],
  reviewer: Reviewer,
  { via, reason }: Pick<DecisionOptions, "via" | "reason">,
): Promise<TogetherResult> {
  const decider = deciderOf(reviewer, parts.clock);
  if (!decider) return notDecided("not_a_person");
  const approvals: Approval[] = [];
  for (const { id } of calls) {
    const { approval } = await parts.records.byId(id);
    const objection = approval && objectionTo(approval, decider.by, decider.permissions);
    if (approval && !(objection && isHidden(objection))) approvals.push(approval);
  }
  const message = togetherProblem(approvals, calls);
  if (message !== undefined) return { ok: false, message };
  const results: { readonly id: string; readonly result: DecisionResult }[] = [];
  for (const { id, revision = 0 } of calls) {
    const options = { revision, ...(via !== undefined && { via }), ...(reason !== undefined && { reason }) };
    const result = await decideApproval(parts, "approve", id, reviewer, options, calls.length);
    results.push({ id, result });
  }
  return { ok: true, results };
}

/** Why these calls, which the reviewer may see, cannot be approved at once. */
export function togetherProblem(
  approvals: readonly Pick<Approval, "id" | "rules" | "terms">[],
  { length }: readonly unknown[] = approvals,
): string | undefined {
  const [first, ...others] = approvals;
  if (!first || length < 2) return "at least two calls are approved together";
  if (new Set(approvals.map(({ id }) => id)).size !== length)
    return "one of these calls waits no more, or is named twice: look at them again";
  if (!others.every((other) => isOfSameKind(first, other)))
    return "only calls of one tool and one caller are approved together";
  const { together = 1 } = first.rules;
  return length > together ? `at most ${together} calls of this tool are approved at once` : undefined;
}

/** Whether two calls are of one caller and one tool under one contract. */
export function isOfSameKind(one: Pick<Approval, "terms">, other: Pick<Approval, "terms">): boolean {
  return (
    isSameRealm(one.terms, other.terms) &&
    one.terms.tool === other.terms.tool &&
    one.terms.principal === other.terms.principal &&
    one.terms.contractHash === other.terms.contractHash
  );
}
