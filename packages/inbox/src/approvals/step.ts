import { type JsonObject, canonicalJson } from "@proviso/manifest";
import {
  type CallTerms,
  fingerprint,
  type LogIn,
  type ShownCall,
  type WantedLogIn,
} from "@proviso/server/extension";
import type {
  Approval,
  ApproverRules,
  ApprovalDecision,
  Objection,
  Rejection,
  Withdrawal,
} from "../api/approval.ts";
import { isYesEnough, logInUntil, objectionTo, standingOf } from "./may-decide.ts";
import { narrowProblem } from "./narrow.ts";

/** What happens to an approval. `now` is in milliseconds since the epoch. */
export type ApprovalEvent = Circumstances &
  (
    | { readonly kind: "look" }
    | DecideEvent
    | BindEvent
    | { readonly kind: "use"; readonly terms: CallTerms; readonly callId: string }
    | { readonly kind: "withdraw"; readonly why: Withdrawal }
  );

interface DecideEvent {
  readonly kind: "decide";
  readonly decision: ApprovalDecision;
  readonly permissions: readonly string[];
  /** That of the decider. */
  readonly logIn: LogIn;
  /** What the person has seen. */
  readonly revision: number;
  readonly change?: Change;
}

/** Arguments that an approver puts in the place of others. */
export interface Change {
  readonly input: JsonObject;
  /** What a person is shown of them; absent if that is known only when the call is made again. */
  readonly shown?: ShownCall;
  /** They do not fit the contract. */
  readonly isRefused?: true;
}

/** A changed call is made again: this is what a person is to approve. */
interface BindEvent {
  readonly kind: "bind";
  readonly terms: CallTerms;
  readonly rules: ApproverRules;
  readonly shown: ShownCall;
}

/** What may have ended the approval in the meantime. */
export interface Circumstances {
  readonly now: number;
  /** The number of the last pause that stops the tool for this caller; 0 if there was none. */
  readonly lastPause: number;
  /** The hash of the contract that applies now; absent where it is not known. */
  readonly contractHash?: string;
  /** The hash of the plan; absent where it is not known, null if there is none. */
  readonly planHash?: string | null;
  /** Of the call that is made now; absent where nobody calls. */
  readonly caller?: CallerLogIn;
}

/** What a call needs of its caller's log-in, and which one its token has. */
export interface CallerLogIn {
  readonly wanted?: WantedLogIn | undefined;
  readonly given: LogIn;
}

export interface Step {
  /** The approval; the given object itself if nothing has changed. */
  readonly approval: Approval;
  readonly rejected?: Rejection;
}

/**
 * The state machine of an approval:
 *
 *     pending ──(enough approve)──▶ approved ──(use)──▶ consumed
 *      ▲  ▲│                           │
 *      │  └┼──(log-in is too old)──────┤
 *      │   │ (edit, then bind: nobody has approved)
 *      └───┤                           │
 *        ├────────(deny)───────────────┤──▶ denied
 *        ├────────(time is up)─────────┤──▶ expired
 *        └──(contract, plan or pause)──┘──▶ withdrawn
 *
 * Time, contract, plan and pauses come first: an approval that has ended can be neither given nor used. A log-in that becomes too old
 * ends nothing: what people have approved stays approved, and the call waits for another log-in of the person who asks.
 */
export function step(given: Approval, event: ApprovalEvent): Step {
  const approval = atPresent(given, event);
  if (event.kind === "look") return { approval };
  if (!isOpen(approval)) return { approval, rejected: "ended" };
  if (event.kind === "withdraw") return { approval: withdraw(approval, event.why) };
  if (event.kind === "use") return use(approval, event.terms, event.callId);
  if (event.kind === "bind") return bind(approval, event);
  return decide(approval, event);
}

export function isOpen({ state }: Pick<Approval, "state">): boolean {
  return state === "pending" || state === "approved";
}

/** The approval after what has happened to its call, its tool and the time. */
function atPresent(approval: Approval, given: Circumstances): Approval {
  const { now, lastPause, contractHash, planHash, caller } = given;
  const { edited, terms, pauses, expiresAt } = approval;
  if (!isOpen(approval)) return approval;
  if (now >= expiresAt) return { ...approval, state: "expired" };
  if (lastPause > pauses) return withdraw(approval, "paused");
  if (contractHash !== undefined && contractHash !== terms.contractHash)
    return withdraw(approval, "contract_changed");
  if (planHash !== undefined && planHash !== terms.planHash && !edited?.isUnbound)
    return withdraw(approval, "plan_changed");
  return asItStands(caller ? withCaller(approval, caller) : approval, now);
}

/** A repeated call counts with the log-in of its own token, not with that of an earlier one. */
function withCaller(approval: Approval, { given, wanted }: CallerLogIn): Approval {
  const { logIn: knownLogIn, ...asker } = approval.asker;
  const { logIn: knownRule, ...rules } = approval.rules;
  const isKnown =
    isEqual(knownRule, wanted) && (wanted ? isEqual(knownLogIn, given) : knownLogIn === undefined);
  if (isKnown) return approval;
  return wanted
    ? { ...approval, asker: { ...asker, logIn: given }, rules: { ...rules, logIn: wanted } }
    : { ...approval, asker, rules };
}

function isEqual(one: WantedLogIn | LogIn | undefined, other: WantedLogIn | LogIn | undefined): boolean {
  return canonicalJson({ ...one }) === canonicalJson({ ...other }) && !one === !other;
}

/** Approved while enough people have said yes and the needed log-in is not too old. */
function asItStands(approval: Approval, now: number): Approval {
  const isGiven = isYesEnough(approval) && logInUntil(approval, now) > 0;
  const state = isGiven ? "approved" : "pending";
  return state === approval.state ? approval : { ...approval, state };
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
    granted.product === wanted.product &&
    granted.env === wanted.env &&
    granted.tool === wanted.tool &&
    granted.principal === wanted.principal &&
    granted.fingerprint === wanted.fingerprint &&
    granted.contractHash === wanted.contractHash &&
    granted.planHash === wanted.planHash
  );
}

/** One denial is enough, also after others have approved. */
function decide(approval: Approval, event: DecideEvent & Circumstances): Step {
  const { change, decision, logIn, now, permissions, revision } = event;
  if (decision.verdict === "deny") return deny(approval, decision, permissions);
  const standing = standingOf(approval, { by: decision.by, permissions, logIn }, now);
  const { objection, identifies, givesLogIn } = standing;
  if (objection !== undefined) return { approval, rejected: objection };
  if (approval.state === "approved") return { approval, rejected: "ended" };
  if (revision !== (approval.revision ?? 0)) return { approval, rejected: "revised" };
  if ((decision.together ?? 1) > (approval.rules.together ?? 1))
    return { approval, rejected: "not_together" };
  if (approval.edited?.isUnbound) return { approval, rejected: "unbound" };
  // Somebody who only proves to be the person who asks may not change the call.
  if (change && identifies) return { approval, rejected: "own_call" };
  const given: ApprovalDecision = {
    ...decision,
    verdict: identifies ? "identify" : "approve",
    ...(givesLogIn && { logIn }),
  };
  return change ? edit(approval, given, change, now) : approve(approval, given, now);
}

function deny(approval: Approval, decision: ApprovalDecision, permissions: readonly string[]): Step {
  const rejected = objectionTo(approval, decision.by, permissions);
  if (rejected !== undefined && !mayTakeBack(rejected)) return { approval, rejected };
  return { approval: { ...approval, decisions: [...approval.decisions, decision], state: "denied" } };
}

/** Approved once enough people have said yes and the person who asks is logged in as needed. */
function approve(approval: Approval, decision: ApprovalDecision, now: number): Step {
  const { waitMs } = approval;
  const decided = asItStands({ ...approval, decisions: [...approval.decisions, decision] }, now);
  if (decided.state !== "approved") return { approval: decided };
  // However often the person logs in again, a yes of others does not last for ever.
  const lastYes = decided.decisions.findLast(({ verdict }) => verdict === "approve")?.at ?? now;
  return { approval: { ...decided, expiresAt: Math.min(now, lastYes + waitMs) + waitMs } };
}

/** What others have approved was another call: their yes does not count for this one. */
function edit(
  approval: Approval,
  decision: ApprovalDecision,
  { input, isRefused, shown }: Change,
  now: number,
): Step {
  const before = approval.shown.input;
  if (isRefused || narrowProblem(before, input, approval.rules.edit ?? []) !== undefined)
    return { approval, rejected: "not_narrower" };
  const asked = approval.edited?.asked ?? { input: before, fingerprint: approval.terms.fingerprint };
  const { by, via, at } = decision;
  const changed: Approval = {
    ...approval,
    terms: { ...approval.terms, fingerprint: fingerprint(input) },
    shown: { ...(shown ?? approval.shown), input },
    edited: { asked, by, via, at, ...(!shown && { isUnbound: true as const }) },
    decisions: [],
    revision: (approval.revision ?? 0) + 1,
  };
  return shown
    ? approve(changed, decision, now)
    : { approval: { ...changed, expiresAt: now + approval.waitMs } };
}

function bind(approval: Approval, { now, rules, shown, terms }: BindEvent & Circumstances): Step {
  const {
    edited,
    rules: { logIn },
  } = approval;
  if (!edited?.isUnbound) return { approval };
  if (!isSameCall({ ...approval.terms, planHash: terms.planHash }, terms))
    return { approval, rejected: "another_call" };
  const { isUnbound: _, ...bound } = edited;
  const revision = (approval.revision ?? 0) + 1;
  return {
    approval: {
      ...approval,
      terms,
      rules: { ...rules, ...(logIn && { logIn }) },
      shown,
      edited: bound,
      revision,
      expiresAt: now + approval.waitMs,
    },
  };
}

const takesBack: readonly Objection[] = [
  "own_call",
  "decided_before",
  "needs_signed_in_people",
  "another_issuer",
];

/** Whoever asked, whoever has approved, and an operator may say no. */
export function mayTakeBack(objection: Objection): boolean {
  return takesBack.includes(objection);
}
