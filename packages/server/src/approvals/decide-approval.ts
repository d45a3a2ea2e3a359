import type { Decision } from "../api/approval.ts";
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
  const updated = await updateApproval(
    records,
    () => records.byId(id),
    async (approval) => {
      const at = await circumstancesOf(approval, list, parts);
      const decision = { verdict, by, via, at: at.now, ...(reason !== undefined && { reason }) };
      return { ...at, kind: "decide", decision, permissions };
    },
  );
  if (!updated) return notDecided("unknown");
  await trail.ended(updated);
  const { after, rejected } = updated;
  if (rejected !== undefined) return notDecided(isHidden(rejected) ? "unknown" : rejected);
  const decision = after.decisions.at(-1);
  if (decision && (await trail.decided(after, decision))) return { ok: true, approval: after };
  if (verdict === "approve") await takeBack(parts, id);
  return notDecided("unrecorded");
}

/** An approval that is not on record must not be used. */
async function takeBack({ now, records }: DeskParts, id: string): Promise<void> {
  await updateApproval(
    records,
    () => records.byId(id),
    async () => ({ kind: "withdraw", why: "unrecorded", now: (await now()).getTime(), lastPause: 0 }),
  );
}
