import type { Approval, Decision } from "../api/approval.ts";
import type { DecisionOptions, DecisionResult, Reviewer } from "../api/approval-desk.ts";
import { deciderOf, isHidden, notDecided } from "./decider.ts";
import { circumstancesOf, type DeskParts } from "./desk-parts.ts";
import { updateApproval } from "./update-approval.ts";

/** Lets a person or an operator say yes or no. */
export async function decideApproval(
  parts: DeskParts,
  verdict: Decision["verdict"],
  id: string,
  reviewer: Reviewer,
  { via = "in process", reason }: DecisionOptions,
): Promise<DecisionResult> {
  const { clock, pauses, records, trail } = parts;
  const decider = deciderOf(reviewer, clock);
  if (!decider) return notDecided("not_a_person");
  const { by, permissions } = decider;
  const list = await pauses.read();
  let isOnRecord = false;
  const record = async (after: Approval): Promise<boolean> => {
    const decision = after.decisions.at(-1);
    isOnRecord ||= decision !== undefined && (await trail.decided(after, decision));
    return isOnRecord;
  };
  const updated = await updateApproval(
    records,
    () => records.byId(id),
    async (approval) => {
      const at = await circumstancesOf(approval, list, parts);
      const decision = { verdict, by, via, at: at.now, ...(reason !== undefined && { reason }) };
      return { ...at, kind: "decide", decision, permissions };
    },
    // A yes counts once it is on record, and a no at once.
    async (after) => verdict === "deny" || record(after),
  );
  if (!updated) return notDecided("unknown");
  await trail.ended(updated);
  const { after, isLeft, rejected } = updated;
  if (rejected !== undefined) return notDecided(isHidden(rejected) ? "unknown" : rejected);
  if (isLeft || !(await record(after))) return notDecided("unrecorded");
  return { ok: true, approval: after };
}
