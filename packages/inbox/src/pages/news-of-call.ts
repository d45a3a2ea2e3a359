import { type CallToApprove, inTime, type ShownCall } from "@proviso/server/extension";
import type { CallHistory } from "../api/approval-desk.ts";
import { isOfOneCall } from "../mandates/term-arguments.ts";
import { newApproval, type CallApprovalParts } from "../approvals/call-approvals.ts";
import { callHistory, maxRecords } from "../approvals/call-history.ts";

/** Milliseconds for a look into the trail: a question without news is better than none. */
const lookUpMs = 2000;

/** What is new about a call, in sentences of plain text for a question that is asked elsewhere. Empty if the trail cannot tell. */
export async function newsOfCall(
  call: CallToApprove,
  shown: ShownCall,
  { audit, now, realm, records }: CallApprovalParts,
): Promise<readonly string[]> {
  const looks = Promise.all([audit.newest?.(maxRecords), records.open(), now()]);
  const found = await inTime(lookUpMs, looks).catch(() => undefined);
  const [newest, open, at] = found ?? [];
  if (!newest || !open || !at) return [];
  const times = { createdAt: at.getTime(), expiresAt: at.getTime(), waitMs: 0, pauses: 0 };
  const asked = newApproval({ ...call, terms: { ...realm, ...call.terms } }, shown, { id: "", ...times });
  const others = newest.filter(({ callId }) => callId !== call.callId);
  return sentencesOf(callHistory(others, asked, open, [call.contract]));
}

function sentencesOf({
  alsoOpen,
  alsoOtherAccount,
  otherAccount,
  repeat,
  values,
}: CallHistory): readonly string[] {
  const fresh = freshTexts(values).map(({ name }) => name);
  return [
    ...(otherAccount
      ? [
          `Another account than before: all earlier calls with this ${otherAccount.of.join(", ")}, or nearly this, had another ${otherAccount.account}. Ask whom you know there, not the agent, before you say yes.`,
        ]
      : []),
    ...(alsoOtherAccount
      ? [
          `Another call with this ${alsoOtherAccount.of.join(", ")}, or nearly this, waits or is approved, and has another ${alsoOtherAccount.account}.`,
        ]
      : []),
    ...(repeat ? ["The same amount went to the same account within the last day."] : []),
    ...(alsoOpen
      ? ["The same amount to the same account is in another call that waits or is approved."]
      : []),
    ...(fresh.length > 0 ? [`First time with this ${fresh.join(", ")}.`] : []),
  ];
}

/**
 * The texts that are new and worth a look. Only beside an account does a text name whom it is for, and of one that never repeats, such
 * as a reason or the number of an invoice, a new one is nothing new.
 */
export function freshTexts(values: CallHistory["values"]): CallHistory["values"] {
  const isToSomebody = values.some(({ isAccount }) => isAccount);
  return values.filter(
    ({ count, isAccount, isUnique, name }) =>
      isToSomebody && count === 0 && (isAccount || !(isUnique || isOfOneCall(name))),
  );
}
