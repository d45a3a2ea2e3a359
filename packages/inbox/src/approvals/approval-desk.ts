import type { PauseList, Reviewer } from "@proviso/server/extension";
import type { Approval } from "../api/approval.ts";
import type { ApprovalDesk, ReviewedApproval } from "../api/approval-desk.ts";
import { callHistory, maxRecords } from "./call-history.ts";
import { decideApproval } from "./decide-approval.ts";
import { decideTogether } from "./decide-together.ts";
import { deciderOf, isHidden } from "./decider.ts";
import { circumstancesOf, type DeskParts } from "./desk-parts.ts";
import { logInLeft, standingOf } from "./may-decide.ts";
import { isOpen, step } from "./step.ts";
import { updateApproval } from "./update-approval.ts";

/** The desk for calls; standing approvals have a desk of their own. */
export function approvalDesk(parts: DeskParts): Omit<ApprovalDesk, "mandates"> {
  const { pauses, records } = parts;
  const glanced = sharedFor(glanceMs, () => lookAt(parts, true));
  // The histories of a list are read at once.
  let reading: ReturnType<typeof readOnce> | undefined;
  const readOnce = () =>
    Promise.all([parts.audit.newest?.(maxRecords).catch(() => undefined), records.open()]);
  const read = (): ReturnType<typeof readOnce> =>
    (reading ??= readOnce().finally(() => {
      reading = undefined;
    }));
  return {
    async list(reviewer, { isOpen: isOpenOnly = false } = {}) {
      const seen = await reviewAll(await lookAt(parts, isOpenOnly), reviewer);
      const wanted = isOpenOnly ? seen.filter(isOpen) : seen;
      return wanted.toSorted((one, other) => other.createdAt - one.createdAt);
    },
    async glance(reviewer) {
      const seen = await reviewAll(await glanced(), reviewer);
      return JSON.stringify(
        seen.map(({ id, state, decisions, objection, revision, logIn }) => [
          id,
          state,
          decisions.length,
          objection,
          revision,
          logIn?.isSoon,
        ]),
      );
    },
    async get(id, reviewer) {
      const { approval } = await records.byId(id);
      return approval && reviewed(parts, approval, reviewer, await pauses.read());
    },
    history: async (approval) => {
      const [newest, open] = await read();
      return newest && callHistory(newest, approval, open, parts.tools);
    },
    approve: (id, reviewer, options = {}) => decideApproval(parts, "approve", id, reviewer, options),
    approveTogether: (calls, reviewer, options = {}) => decideTogether(parts, calls, reviewer, options),
    deny: (id, reviewer, options = {}) => decideApproval(parts, "deny", id, reviewer, options),
  };
}

const glanceMs = 1000;

/** The approvals in the store at one point in time. */
interface Look {
  readonly approvals: readonly Approval[];
  readonly list: PauseList;
  readonly parts: DeskParts;
}

async function lookAt(parts: DeskParts, isOpenOnly: boolean): Promise<Look> {
  const { pauses, records } = parts;
  const at = await parts.now();
  const list = await pauses.read();
  const approvals = await (isOpenOnly ? records.open() : records.all());
  return { approvals, list, parts: { ...parts, now: async () => at } };
}

async function reviewAll(
  { approvals, list, parts }: Look,
  reviewer: Reviewer,
): Promise<readonly ReviewedApproval[]> {
  const seen = approvals.map((approval) => reviewed(parts, approval, reviewer, list));
  return (await Promise.all(seen)).flatMap((each) => each ?? []);
}

/** Calls of `read` within this time get one result. A failed one is not kept. */
function sharedFor<Result>(ms: number, read: () => Promise<Result>): () => Promise<Result> {
  let kept: { readonly result: Promise<Result>; readonly at: number } | undefined;
  return () => {
    const now = performance.now();
    if (kept && now < kept.at + ms) return kept.result;
    const result = read();
    kept = { result, at: now };
    result.catch(() => (kept = undefined));
    return result;
  };
}

/** As it is at present; what has ended is written by the next call or decision. */
async function reviewed(
  parts: DeskParts,
  approval: Approval,
  reviewer: Reviewer,
  list: PauseList,
): Promise<ReviewedApproval | undefined> {
  const decider = deciderOf(reviewer, parts.clock);
  if (!decider) return undefined;
  const at = await circumstancesOf(approval, list, parts);
  const present = step(approval, { ...at, kind: "look" }).approval;
  const { objection, identifies } = standingOf(present, decider, at.now);
  if (objection !== undefined && isHidden(objection)) return undefined;
  const logIn = isOpen(present) ? logInLeft(present, decider, at.now) : undefined;
  return {
    ...present,
    ...(objection !== undefined && { objection }),
    ...(identifies && { identifies }),
    ...(logIn !== undefined && { logIn }),
  };
}

/**
 * Approvals end by the number of the pause whether this succeeds or not; this puts it on record. Approvals under the contracts of
 * other servers are left to those.
 */
export async function endPaused({ tools: _tools, ...parts }: DeskParts): Promise<void> {
  const { pauses, records, trail } = parts;
  const list = await pauses.read();
  for (const { id } of await records.open()) {
    const ended = await updateApproval(
      records,
      () => records.byId(id),
      async (approval) => ({ ...(await circumstancesOf(approval, list, parts)), kind: "look" }),
    );
    if (ended) await trail.ended(ended);
  }
}
