import type { Approval, CallTerms, Decision, Objection, Rejection, Withdrawal } from "../api/approval.ts";
import { objectionTo } from "./may-decide.ts";

/** What happens to an approval. `now` is in milliseconds since the epoch. */
export type ApprovalEvent = Circumstances &
  (
    | { readonly kind: "look" }
    | { readonly kind: "decide"; readonly decision: Decision; readonly permissions: readonly string[] }
    | { readonly kind: "use"; readonly terms: CallTerms; readonly callId: string }
    | { readonly kind: "withdraw"; readonly why: Withdrawal }
  );

/** What may have ended the approval in the meantime. */
export interface Circumstances {
  readonly now: number;
  /** The number of the last pause that stops the tool for this caller; 0 if there was none. */
  readonly lastPause: number;
  /** The hash of the contract that applies now; absent where it is not known. */
  readonly contractHash?: string;
  /** The same of the plan. */
  readonly planHash?: string | null;
}

export interface Step {
  /** The same object if nothing has changed. */
  readonly approval: Approval;
  readonly rejected?: Rejection;
}

/**
 * The state machine of an approval:
 *
 *     pending ──(enough approve)──▶ approved ──(use)──▶ consumed
 *        │                             │
 *        ├────────(deny)───────────────┤──▶ denied
 *        ├────────(time is up)─────────┤──▶ expired
 *        └──(contract, plan or pause)──┘──▶ withdrawn
 *
 * Time, contract, plan and pauses come first: an approval that has ended can be neither given nor used.
 */
export function step(given: Approval, event: ApprovalEvent): Step {
  const approval = atPresent(given, event);
  if (event.kind === "look") return { approval };
  if (!isOpen(approval)) return { approval, rejected: "ended" };
  if (event.kind === "withdraw") return { approval: withdraw(approval, event.why) };
  if (event.kind === "use") return use(approval, event.terms, event.callId);
  return decide(approval, event.decision, event.permissions, event.now);
}

export function isOpen({ state }: Approval): boolean {
  return state === "pending" || state === "approved";
}

/** The approval after what has happened to its call, its tool and the time. */
function atPresent(approval: Approval, { now, lastPause, contractHash, planHash }: Circumstances): Approval {
  const { terms, pauses, expiresAt } = approval;
  if (!isOpen(approval)) return approval;
  if (now >= expiresAt) return { ...approval, state: "expired" };
  if (lastPause > pauses) return withdraw(approval, "paused");
  if (contractHash !== undefined && contractHash !== terms.contractHash)
    return withdraw(approval, "contract_changed");
  if (planHash !== undefined && planHash !== terms.planHash) return withdraw(approval, "plan_changed");
  return approval;
}

function withdraw(approval: Approval, why: Withdrawal): Approval {
  return { ...approval, state: "withdrawn", withdrawn: why };
}

function use(approval: Approval, terms: CallTerms, callId: string): Step {
  if (!isSameCall(approval.terms, terms)) return { approval, rejected: "another_call" };
  if (approval.state !== "approved") return { approval, rejected: "not_approved" };
  return { approval: { ...approval, state: "consumed", usedBy: callId } };
}

function isSameCall(granted: CallTerms, wanted: CallTerms): boolean {
  return (
    granted.tool === wanted.tool &&
    granted.principal === wanted.principal &&
    granted.fingerprint === wanted.fingerprint &&
    granted.contractHash === wanted.contractHash &&
    granted.planHash === wanted.planHash
  );
}

/** One denial is enough, also after others have approved. */
function decide(approval: Approval, decision: Decision, permissions: readonly string[], now: number): Step {
  const decided = { ...approval, decisions: [...approval.decisions, decision] };
  const rejected = objectionTo(approval, decision.by, permissions);
  if (decision.verdict === "deny")
    return rejected === undefined || mayTakeBack(rejected)
      ? { approval: { ...decided, state: "denied" } }
      : { approval, rejected };
  if (rejected !== undefined) return { approval, rejected };
  if (approval.state === "approved") return { approval, rejected: "ended" };
  const yes = decided.decisions.filter(({ verdict }) => verdict === "approve").length;
  if (yes < approval.rules.approvers) return { approval: decided };
  return { approval: { ...decided, state: "approved", expiresAt: now + approval.waitMs } };
}

/** Whoever asked, whoever has approved, and an operator may say no. */
function mayTakeBack(objection: Objection): boolean {
  return objection === "own_call" || objection === "decided_before" || objection === "needs_signed_in_people";
}
