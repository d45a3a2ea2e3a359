import type { ApprovalAnswer, Approvals, CallToApprove, NotApproved } from "@proviso/server/extension";
import { endedBeforeUse, tooMuchToShow } from "@proviso/server/extension";
import type { Approval } from "../api/approval.ts";
import { logInOnRecord, requestOf } from "./approval-trail.ts";
import {
  ask,
  bind,
  edited,
  find,
  use,
  withdraw,
  type Asked,
  type CallApprovalParts,
  type CallInRealm,
} from "./call-approvals.ts";
import { editsIn } from "./narrow.ts";
import { pendingApproval } from "./pending-approval.ts";

/** Answers the pipeline about calls that need a person. */
export function answerCalls(parts: CallApprovalParts): Pick<Approvals, "answer" | "narrowed" | "withdraw"> {
  return {
    async answer(asked, how) {
      const call = inRealm(parts, asked);
      const now = (await parts.now()).getTime();
      const found = await find(parts, call);
      if (typeof how === "object") return answerWithOnly(parts, call, found, how.only, now);
      const known = found && answerNow(parts, call, found, now);
      if (known) return known;
      return how === "look" ? { kind: "wait" } : askLater(parts, call, now);
    },
    async narrowed(key, fits) {
      const approval = await edited(parts, key, fits);
      if (!approval?.edited) return undefined;
      const { input } = approval.shown;
      return { approval: approval.id, input, asked: approval.edited.asked, edits: editsIn(approval) };
    },
    async withdraw(asked, why) {
      const call = inRealm(parts, asked);
      const ended = await withdraw(parts, call, why);
      if (ended && ended.terms.fingerprint !== call.terms.fingerprint) return endedBeforeUse;
      return ended && deniedNow(ended, (await parts.now()).getTime());
    },
  };
}

function inRealm({ realm }: CallApprovalParts, call: CallToApprove): CallInRealm {
  return { ...call, terms: { ...realm, ...call.terms } };
}

/** Runs the call if it is approved, and ends it if a person has denied it. */
function answerNow(
  parts: CallApprovalParts,
  call: CallInRealm,
  found: Approval,
  now: number,
): ApprovalAnswer | undefined {
  if (found.state === "approved") return { kind: "run", use: () => useUp(parts, call) };
  const refusal = deniedNow(found, now);
  return refusal && { kind: "end", refusal };
}

/** A call that was narrowed is put to the person, with its plan and the rules that apply to it. */
async function answerWithOnly(
  parts: CallApprovalParts,
  call: CallInRealm,
  found: Approval | undefined,
  only: string,
  now: number,
): Promise<ApprovalAnswer> {
  if (found?.id === only) {
    const waits = found.state === "pending" && !found.edited?.isUnbound;
    const answer = waits ? pending(parts, call, found, now) : answerNow(parts, call, found, now);
    if (answer) return answer;
  }
  if (call.asked === undefined) return { kind: "end", refusal: endedBeforeUse };
  const shown = call.shown(parts.realm, new Date(now + parts.waitMs));
  if (!shown) return { kind: "end", refusal: tooMuchToShow };
  const approval = await bind(parts, call, shown);
  return approval?.state === "pending"
    ? pending(parts, call, approval, now)
    : { kind: "end", refusal: endedBeforeUse };
}

/** Asks for an approval that a person gives later. The caller makes the same call again. */
async function askLater(parts: CallApprovalParts, call: CallInRealm, now: number): Promise<ApprovalAnswer> {
  const shown = call.shown(parts.realm, new Date(now + parts.waitMs));
  if (!shown) return { kind: "end", refusal: tooMuchToShow };
  const asked = await ask(parts, call, shown);
  return asked
    ? { kind: "wait", refusal: pendingApproval(call, asked, parts.url, now) }
    : { kind: "end", refusal: tooManyPending };
}

function pending(
  { url }: CallApprovalParts,
  call: CallInRealm,
  approval: Approval,
  now: number,
): Extract<ApprovalAnswer, { readonly kind: "wait" }> & { readonly refusal: NotApproved } {
  const asked: Asked = { approval, isNew: false };
  return { kind: "wait", refusal: pendingApproval(call, asked, url, now) };
}

async function useUp(
  parts: CallApprovalParts,
  call: CallInRealm,
): ReturnType<Extract<ApprovalAnswer, { readonly kind: "run" }>["use"]> {
  const used = await use(parts, call);
  if ("rejected" in used)
    return used.approval?.state === "pending"
      ? pending(parts, call, used.approval, parts.clock.now().getTime()).refusal
      : endedBeforeUse;
  const given = used.decisions.findLast(({ logIn }) => logIn !== undefined);
  return {
    request: requestOf(used),
    askedAt: new Date(used.createdAt).toISOString(),
    ...(given?.logIn && { logIn: logInOnRecord(given.logIn) }),
    approvers: used.decisions
      .filter(({ verdict }) => verdict === "approve")
      .map(({ by: { id, tenant }, via, at }) => ({
        id,
        ...(tenant !== undefined && { tenant }),
        via,
        at: new Date(at).toISOString(),
      })),
  };
}

/** Returns the refusal if a person has denied the call. A denial counts for equal calls until the approval would have expired. */
function deniedNow(found: Approval, now: number): NotApproved | undefined {
  const { decisions, expiresAt, state } = found;
  if (state !== "denied" || now >= expiresAt) return undefined;
  // Stryker disable next-line OptionalChaining: what was denied has a decision
  const reason = decisions.at(-1)?.reason;
  const said = reason === undefined ? "" : ` The reason given: ${JSON.stringify(reason)}.`;
  return {
    code: "confirmation_declined",
    message:
      `A person was asked and said no.${said} Nothing has happened. ` +
      "Do not call again; the same call is answered with this no until it expires.",
    details: { expiresAt: new Date(expiresAt).toISOString() },
    request: requestOf(found),
  };
}

const tooManyPending: NotApproved = {
  code: "rate_limit_exceeded",
  message:
    "Nobody was asked: too many calls of this caller wait for an approval already. Nothing has happened. " +
    "Tell the user to decide about those first.",
  details: { reason: "too_many_pending", retryAfterMs: 60_000 },
};
