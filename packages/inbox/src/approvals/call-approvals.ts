import { canonicalJson, type JsonObject } from "@proviso/manifest";
import {
  type CallTerms,
  type CallToApprove,
  type Realm,
  lastPauseOf,
  logInOfPrincipal,
  type PauseList,
  pauseOf,
  type ShownCall,
} from "@proviso/server/extension";
import type { Approval, ApproverRules, Rejection, Withdrawal } from "../api/approval.ts";
import type { CallKey } from "./approval-records.ts";
import { identityOf } from "./decider.ts";
import type { ApprovalParts } from "./desk-parts.ts";
import { setOfPlan } from "../values/set-calls.ts";
import { yesIn } from "./may-decide.ts";
import { isOpen, step, type ApprovalEvent, type Circumstances } from "./step.ts";
import { updateApproval, type Updated } from "./update-approval.ts";

export interface Asked {
  readonly approval: Approval;
  /** False if it was open already. */
  readonly isNew: boolean;
}

export interface NotUsed {
  readonly rejected: Rejection | "none";
  /** As it is now, if there is one. */
  readonly approval?: Approval;
}

/** A call of one product in one environment. */
export interface CallInRealm extends CallToApprove {
  readonly terms: CallTerms;
}

export interface CallApprovalParts extends ApprovalParts {
  readonly realm: Realm;
  readonly waitMs: number;
  /** How many approvals of one caller may be open. */
  readonly perCaller: number;
  /** The address of the inbox. */
  readonly url?: string;
  /** Tells people of a new approval. */
  readonly announce: (approval: Approval) => void;
}

/** Two processes can ask at once; after this many attempts the call is refused. */
const attempts = 20;

/** The approval of this call as it is now, if one was asked for. */
export async function find(parts: CallApprovalParts, call: CallInRealm): Promise<Approval | undefined> {
  const list = await parts.pauses.recent();
  return (await update(parts, call, list, (at) => ({ ...at, kind: "look" })))?.after;
}

/** Puts the changed call, which was made again, to the person. The result is what the approval became. */
export async function bind(
  parts: CallApprovalParts,
  call: CallInRealm,
  shown: ShownCall,
): Promise<Approval | undefined> {
  const { terms } = call;
  const rules = keptRules(call.rules);
  const list = await parts.pauses.read();
  return (await update(parts, call, list, (at) => ({ ...at, kind: "bind", terms, rules, shown })))?.after;
}

/** Uses the approval up, just before the call runs. One call gets it. */
export async function use(parts: CallApprovalParts, call: CallInRealm): Promise<Approval | NotUsed> {
  const { callId, terms } = call;
  const list = await parts.pauses.read();
  const used = await update(parts, call, list, (at) => ({ ...at, kind: "use", terms, callId }));
  if (!used) return { rejected: "none" };
  const { after, rejected } = used;
  return rejected === undefined ? after : { rejected, approval: after };
}

/** Ends an open approval because it is not needed any more. The result is what it was or became. */
export async function withdraw(
  parts: CallApprovalParts,
  call: CallInRealm,
  why: Withdrawal,
): Promise<Approval | undefined> {
  const list = await parts.pauses.recent();
  return (await update(parts, call, list, (at) => ({ ...at, kind: "withdraw", why })))?.after;
}

async function update(
  parts: CallApprovalParts,
  call: CallInRealm,
  list: PauseList,
  event: (at: Circumstances) => ApprovalEvent,
): Promise<Updated | undefined> {
  const { records, trail } = parts;
  const updated = await updateApproval(
    records,
    () => records.ofCall(keyOf(call)),
    async () => event(await circumstancesOf(parts, call, list)),
  );
  if (updated) await trail.ended(updated);
  return updated;
}

function keyOf({ asked, terms }: CallInRealm): CallKey {
  return { ...terms, fingerprint: asked ?? terms.fingerprint };
}

/** The open approval in which an approver has changed the arguments of this call. One whose arguments do not fit is ended. */
export async function edited(
  { now, records, trail }: CallApprovalParts,
  key: CallKey,
  fits: (input: JsonObject) => boolean,
): Promise<Approval | undefined> {
  const { approval } = await records.ofCall(key);
  const at = { now: (await now()).getTime(), lastPause: 0 };
  if (!approval?.edited || !isOpen(approval) || at.now >= approval.expiresAt) return undefined;
  if (fits(approval.shown.input)) return approval;
  const ended = await updateApproval(
    records,
    () => records.ofCall(key),
    async () => ({ ...at, kind: "withdraw", why: "edit_invalid" }),
  );
  if (ended) await trail.ended(ended);
  return undefined;
}

async function circumstancesOf(
  { now }: CallApprovalParts,
  call: CallInRealm,
  list: PauseList,
): Promise<Circumstances> {
  const { contractHash, planHash } = call.terms;
  return {
    now: (await now()).getTime(),
    lastPause: lastPauseOf(list, call),
    contractHash,
    planHash,
    caller: { wanted: call.logIn, given: logInOfPrincipal(call.principal) },
  };
}

/** Asks for an approval, unless one is open already. Undefined if the caller has too many open ones. */
export async function ask(
  parts: CallApprovalParts,
  call: CallInRealm,
  shown: ShownCall,
): Promise<Asked | undefined> {
  const { pauses, perCaller, records, shares, waitMs } = parts;
  const list = await pauses.read();
  // A process that has not yet read a pause may ask while the tool is paused: the pause then ends this approval.
  const before = (pauseOf(list, call)?.number ?? list.last + 1) - 1;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const slot = await records.ofCall(call.terms);
    const at = await circumstancesOf(parts, call, list);
    const present = slot.approval && step(slot.approval, { ...at, kind: "look" }).approval;
    if (present && isOpen(present)) return { approval: present, isNew: false };
    const times = { createdAt: at.now, expiresAt: at.now + waitMs, waitMs, pauses: before };
    const former = { ...earlierCall(present, shown), ...replacedBy(present) };
    const own = { ...times, ...former, id: records.newId(call.terms) };
    const asked = newApproval(call, shown, own);
    // Before it is written, so that the store keeps nothing of a caller who asks too often.
    if (!(await shares.reserve(asked, perCaller))) return undefined;
    if (!(await records.write(asked, slot))) continue;
    if (present) await records.keep({ ...present, replacedBy: asked.id });
    parts.announce(asked);
    return { approval: asked, isNew: true };
  }
  throw new Error("an approval is changed faster than it can be written");
}

type Own = Pick<Approval, "id" | "createdAt" | "expiresAt" | "waitMs" | "pauses" | "earlier" | "replaces">;

/** The call that used the approval before this one, or an earlier one if that was not used. */
function earlierCall(former: Approval | undefined, shown: ShownCall): Pick<Approval, "earlier"> {
  if (!former || isNextSet(former.shown, shown)) return {};
  const { decisions, earlier, usedBy } = former;
  if (usedBy === undefined) return earlier ? { earlier } : {};
  return { earlier: { callId: usedBy, approvedAt: decisions.at(-1)?.at ?? former.createdAt } };
}

/** Whether a program that has gone on asks for other calls than before: they are no repetition. */
function isNextSet({ plan: former = {} }: ShownCall, { plan = {} }: ShownCall): boolean {
  const [before, after] = [setOfPlan(former), setOfPlan(plan)];
  if (!before || !after || former["program"] !== plan["program"]) return false;
  const asked = new Set(before.calls.map(({ unusual: _where, ...call }) => canonicalJson(call)));
  return !after.calls.some(({ unusual: _where, ...call }) => asked.has(canonicalJson(call)));
}

/** What a person reads of an approval that ended unused before the same call was made again. */
function replacedBy(former: Approval | undefined): Pick<Approval, "replaces"> {
  if (former?.state !== "withdrawn" && former?.state !== "expired") return {};
  return { replaces: { id: former.id, why: former.withdrawn ?? "expired", approvals: yesIn(former) } };
}

/** An approval as it is asked for. */
export function newApproval(
  { terms, contract, rules, principal, channel, client, logIn }: CallInRealm,
  shown: ShownCall,
  own: Own,
): Approval {
  const asker = { ...identityOf(principal), kind: principal.kind };
  return {
    ...own,
    state: "pending",
    terms,
    asker: { ...asker, ...(logIn && { logIn: logInOfPrincipal(principal) }) },
    channel,
    ...(client !== undefined && { client }),
    shown,
    rules: { ...keptRules(rules), ...(logIn && { logIn }) },
    auditEvent: contract.auditEvent,
    ...(rules.edit?.length && { inputSchema: contract.inputSchema }),
    decisions: [],
  };
}

function keptRules({
  approver,
  approvers,
  edit = [],
  permissions,
  isFromStated,
  together = 1,
}: ApproverRules): ApproverRules {
  const more = { ...(edit.length > 0 && { edit }), ...(together > 1 && { together }) };
  return { approver, approvers, permissions, isFromStated, ...more };
}
