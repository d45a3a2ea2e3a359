import { planParts, riskLevels } from "@proviso/manifest";
import {
  type Approvals,
  type CallToApprove,
  inTime,
  isLogInEnough,
  lastPauseOf,
  type NotApproved,
  type PauseList,
  type Realm,
  type ShownCall,
  type UsedApproval,
} from "@proviso/server/extension";
import type { Approval } from "../api/approval.ts";
import type { Mandate } from "../api/mandate.ts";
import { newApproval } from "../approvals/call-approvals.ts";
import { callHistory, maxRecords } from "../approvals/call-history.ts";
import { objectionTo } from "../approvals/may-decide.ts";
import { freeAccounts } from "./examples.ts";
import { isPutBack, lookUpMs, requestOfMandate, type MandateParts } from "./mandate-parts.ts";
import { ownPartOfMandate } from "./mandate-records.ts";
import { amountOf, conditionOf, fitsTotal, mandateState } from "./mandate-state.ts";

export interface UseParts extends MandateParts {
  readonly realm: Realm;
  readonly waitMs: number;
  /** Tells people of a call that ran without anybody being asked. */
  readonly announce: (used: Approval) => void;
  readonly onFault: (error: unknown, tool: string) => void;
}

type Answers = Pick<Approvals, "answer" | "narrowed" | "withdraw">;

/**
 * Answers calls that a standing approval covers, and leaves the others to `answers`. What people have decided about exactly this call
 * comes first: an approval of it is used before a mandate, and a denial of it counts.
 */
export function withMandates(answers: Answers, parts: UseParts): Answers {
  return {
    ...answers,
    async answer(call, how) {
      const mandate = typeof how === "object" ? undefined : await covering(parts, call);
      if (!mandate) return answers.answer(call, how);
      const known = await answers.answer(call, "look");
      return known.kind === "wait"
        ? { kind: "run", use: () => useUp(parts, answers, call, mandate.id) }
        : known;
    },
  };
}

/** The mandate that covers a call, the one that ends first if there are several. */
async function covering(parts: UseParts, call: CallToApprove): Promise<Mandate | undefined> {
  const { mandates, pauses, realm } = parts;
  const found = await mandates.ofCaller({ ...realm, ...call.terms });
  if (found.length === 0) return undefined;
  const [list, now] = [await pauses.recent(), (await parts.now()).getTime()];
  await endExpired(parts, found, now);
  const shown = call.shown(parts.realm, new Date(now + parts.waitMs));
  const covers = found.filter(
    (mandate) => coveredAmount(parts, mandate, call, shown, list, now) !== undefined,
  );
  for (const mandate of covers.toSorted((one, other) => one.until - other.until))
    if (shown && !(await hasOtherAccount(parts, mandate, call, shown, now))) return mandate;
  return undefined;
}

/**
 * Whether a person would be warned that this payee had another account before, and the mandate names no account. True if the trail
 * cannot tell: many calls that do nothing push an earlier account out of view.
 */
async function hasOtherAccount(
  { audit, realm }: UseParts,
  mandate: Mandate,
  call: CallToApprove,
  shown: ShownCall,
  now: number,
): Promise<boolean> {
  const { contract, principal } = call;
  const holds = conditionOf(mandate, contract.inputSchema);
  if (freeAccounts(shown, (input) => holds(input, principal, realm, now)).length === 0) return false;
  const looks = inTime(lookUpMs, Promise.resolve(audit.newest?.(maxRecords)));
  const newest = await looks.catch(() => undefined);
  if (!newest) return true;
  const others = newest.filter(({ callId }) => callId !== call.callId);
  const times = { createdAt: now, expiresAt: now, waitMs: 0, pauses: 0 };
  const asked = newApproval({ ...call, terms: { ...realm, ...call.terms } }, shown, { id: "", ...times });
  const { otherAccount, values } = callHistory(others, asked);
  const isSeen = values.some(({ count, isAccount }) => isAccount && count > 0);
  return otherAccount !== undefined || (newest.length >= maxRecords && !isSeen);
}

/** Puts it down that a mandate has expired, so that a clock that is set back does not revive it. */
async function endExpired({ mandates }: UseParts, found: readonly Mandate[], now: number): Promise<void> {
  for (const { id } of found.filter(({ ended, until }) => !ended && now >= until))
    await mandates.update(id, async (each) =>
      each.ended ? undefined : { ...each, ended: { why: "expired", at: now } },
    );
}

/**
 * The amount of the call, for the total; undefined if the mandate does not cover it. It covers what whoever granted it could have
 * approved then, alone, and nothing whose plan warns. It gives no log-in.
 */
function coveredAmount(
  { realm }: UseParts,
  mandate: Mandate,
  call: CallToApprove,
  shown: ShownCall | undefined,
  list: PauseList,
  now: number,
): number | undefined {
  const at = { now, lastPause: lastPauseOf(list, call), contractHash: call.terms.contractHash };
  if (!shown || mandateState(mandate, at) !== "active") return undefined;
  const { contract, logIn, principal, rules } = call;
  if (rank(contract.riskLevel) > rank(mandate.riskLevel)) return undefined;
  const { by, permissions, spent } = mandate;
  const asked = { asker: principal, decisions: [], rules };
  if (rules.approvers > 1 || objectionTo(asked, by, permissions) !== undefined) return undefined;
  if (logIn && !isLogInEnough(principal, logIn, now)) return undefined;
  if (shown.plan && hasWarning(shown.plan, shown.sideEffects)) return undefined;
  const amount = amountOf(mandate, shown.input);
  if (!fitsTotal(mandate, spent, amount)) return undefined;
  return conditionOf(mandate, contract.inputSchema)(shown.input, principal, realm, now) ? amount : undefined;
}

function hasWarning(...plan: Parameters<typeof planParts>): boolean {
  const { missingPermissions, warnings } = planParts(...plan);
  return warnings.length > 0 || missingPermissions.length > 0;
}

function rank(level: Mandate["riskLevel"]): number {
  return riskLevels.indexOf(level);
}

/**
 * Counts the use, just before the call runs: by compare-and-swap, so that of two calls at once neither uses what the other has, and
 * none uses what was revoked. A call that then fails, or whose process dies, has used it.
 */
async function useUp(
  parts: UseParts,
  answers: Answers,
  call: CallToApprove,
  id: string,
): Promise<UsedApproval | NotApproved> {
  const { announce, mandates, onFault, pauses, records } = parts;
  const list = await pauses.read();
  const begun = (await parts.now()).getTime();
  const shown = call.shown(parts.realm, new Date(begun + parts.waitMs));
  const used = await mandates.update(id, async (mandate) => {
    const now = (await parts.now()).getTime();
    const amount = coveredAmount(parts, mandate, call, shown, list, now);
    if (amount === undefined) return undefined;
    if (await isPutBack(mandate, parts)) return { ...mandate, ended: { why: "revoked", at: now } };
    const lastUseAt = Math.max(now, mandate.lastUseAt ?? 0);
    return { ...mandate, used: mandate.used + 1, spent: mandate.spent + amount, lastUseAt };
  });
  if (used?.ended) onFault(new Error(putBack), used.tool);
  if (!used || used.ended || !shown) return endedMeanwhile;
  const denied = await answers.withdraw(call, "mandate");
  if (denied) return denied;
  const approval = usedApproval(parts, call, shown, used, list);
  await records.keep(approval);
  // Whoever was asked about this call finds what became of it.
  const slot = await records.ofCall(approval.terms);
  const asked = slot.approval;
  if (asked?.withdrawn === "mandate" && asked.replacedBy === undefined)
    await records.write({ ...asked, replacedBy: approval.id }, slot);
  announce(approval);
  const { by, grantedAt, via } = used;
  const at = new Date(grantedAt).toISOString();
  const approver = { id: by.id, ...(by.tenant !== undefined && { tenant: by.tenant }), via, at };
  return {
    request: requestOfMandate(id, used.used),
    askedAt: at,
    approvers: [approver],
    mandate: ownPartOfMandate(id),
  };
}

/** The call as the inbox shows it afterwards, among what was decided. */
function usedApproval(
  { records, realm, waitMs }: UseParts,
  call: CallToApprove,
  shown: ShownCall,
  { by, count, grantedAt, id, lastUseAt = grantedAt, used, via }: Mandate,
  { last }: PauseList,
): Approval {
  const terms = { ...realm, ...call.terms };
  const times = { createdAt: lastUseAt, expiresAt: lastUseAt + waitMs, waitMs, pauses: last };
  return {
    ...newApproval({ ...call, terms }, shown, { id: records.newId(terms), ...times }),
    state: "consumed",
    decisions: [{ verdict: "approve", by, via, at: grantedAt }],
    usedBy: call.callId,
    mandate: { id, use: used, of: count },
  };
}

const putBack =
  "a standing approval that had ended, or was used more often, was in the store again: somebody writes the database, or an old copy was put back; it counts no more";
const endedMeanwhile: NotApproved = {
  code: "confirmation_unanswered",
  message:
    "The standing approval that covered this call was used up, or has ended, while it was made. Nothing has happened. " +
    "If the user still wants this, make the same call again: a person is asked then.",
  details: { answer: "used" },
};
