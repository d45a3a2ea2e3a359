import type { JsonObject } from "@proviso/manifest";
import { readCanonical, type Reviewer } from "@proviso/server/extension";
import type { Approval, ApprovalDecision } from "../api/approval.ts";
import type { DecisionOptions, DecisionResult } from "../api/approval-desk.ts";
import { fitEdit } from "./bind-edit.ts";
import { deciderOf, isHidden, notDecided } from "./decider.ts";
import { circumstancesOf, type DeskParts } from "./desk-parts.ts";
import { endOf } from "./end-of.ts";
import { objectionTo } from "./may-decide.ts";
import { narrowProblem } from "./narrow.ts";
import type { Change } from "./step.ts";
import { updateApproval } from "./update-approval.ts";

/** Lets a person or an operator say yes or no. */
export async function decideApproval(
  parts: DeskParts,
  verdict: ApprovalDecision["verdict"],
  id: string,
  reviewer: Reviewer,
  { via = "in process", reason, revision = 0, change: given }: DecisionOptions,
  together?: number,
): Promise<DecisionResult> {
  const { clock, pauses, records, trail } = parts;
  const decider = deciderOf(reviewer, clock);
  if (!decider) return notDecided("not_a_person");
  const { by, permissions, logIn } = decider;
  const list = await pauses.read();
  const wanted = given && readCanonical(given)?.value;
  if (given && (!wanted || verdict === "deny")) return notDecided("not_narrower");
  let isOnRecord = false;
  let made: ApprovalDecision | undefined;
  let problem: string | undefined;
  const record = async (after: Approval): Promise<boolean> => {
    const decision = after.decisions.at(-1) ?? made;
    isOnRecord ||= decision !== undefined && (await trail.decided(after, decision, given !== undefined));
    return isOnRecord;
  };
  const updated = await updateApproval(
    records,
    () => records.byId(id),
    async (approval) => {
      const at = await circumstancesOf(approval, list, parts);
      const why = reason !== undefined && { reason };
      made = { verdict, by, via, at: at.now, ...why, ...(together !== undefined && { together }) };
      const change = wanted && (await changeOf(parts, approval, wanted));
      problem = change?.problem;
      const deciding = { decision: made, permissions, logIn, revision, ...(change && { change }) };
      return { ...at, kind: "decide", ...deciding };
    },
    // A yes counts once it is on record, and a no at once.
    async (after) => verdict === "deny" || record(after),
  );
  if (!updated) return notDecided("unknown");
  await trail.ended(updated);
  const { after, isLeft, rejected } = updated;
  const objection = objectionTo(after, by, permissions);
  const isSeen = objection === undefined || !isHidden(objection);
  if (rejected === "ended" && isSeen)
    return notDecided("ended", `nothing is left to decide: ${endOf(after)}`);
  if (rejected !== undefined)
    return notDecided(
      isHidden(rejected) ? "unknown" : rejected,
      rejected === "not_narrower" ? problem : undefined,
    );
  if (isLeft || !(await record(after))) return notDecided("unrecorded");
  return { ok: true, approval: after };
}

/** The call with the changed arguments. With a problem it is not put to anybody. */
async function changeOf(
  { bindEdit }: DeskParts,
  approval: Approval,
  wanted: JsonObject,
): Promise<Change & { readonly problem?: string }> {
  const input = { ...approval.shown.input, ...wanted };
  const problem = narrowProblem(approval.shown.input, input, approval.rules.edit ?? []);
  if (problem !== undefined) return { input, isRefused: true, problem };
  const bound = bindEdit ? await bindEdit(approval, input) : await fitEdit(input, approval);
  if (!bound.ok) return { input, isRefused: true, problem: bound.problem };
  return { input, ...(bound.shown && { shown: bound.shown }) };
}
