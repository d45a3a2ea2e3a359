import type { Approval, ApprovalDecision } from "../api/approval.ts";
import type { CallHistory, ReviewedApproval } from "../api/approval-desk.ts";
import { html, type Content, type Html } from "@proviso/manifest";
import { undoText } from "@proviso/manifest/question";
import { isYesEnough, yesIn } from "../approvals/may-decide.ts";
import { freshTexts } from "./news-of-call.ts";
import { usableUntil } from "../approvals/usable-until.ts";
import { endings } from "../approvals/withdrawals.ts";
import { completedIn } from "../approvals/call-history.ts";
import { setOfPlan } from "../values/set-calls.ts";
import { shownText } from "../values/shown-text.ts";

type Tone = "good" | "bad" | "warn" | "";

/** The state in a few words. `run`: how its call has ended; without it, nobody is told that it is done. */
export function stateTag(approval: ReviewedApproval, run?: CallHistory["run"]): Html {
  const { mandate, shown, state, withdrawn } = approval;
  const end = run?.failure === "in_progress" ? undefined : run;
  const all = (shown.plan && setOfPlan(shown.plan)?.calls.length) ?? 0;
  const ran = completedIn(end?.calls ?? []);
  const isPartial = end?.outcome === "completed" && ran < all;
  const tone: Tone = !end ? "" : end.outcome === "completed" && !isPartial ? "good" : "bad";
  const broke = end?.failure === "outcome_unknown" ? "broke off" : "failed";
  if (mandate) {
    const what = { "": "", good: "ran ", bad: `${broke}, `, warn: "" }[tone];
    return tag(tone, `${what}by a standing approval, use ${mandate.use} of ${mandate.of}`);
  }
  const says: Readonly<Record<typeof state, readonly [Tone, string]>> = {
    pending: ["warn", waitsFor(approval)],
    approved: ["good", "approved, not used yet"],
    consumed: [
      tone,
      isPartial ? `${ran} of ${all} ran` : tone === "bad" ? `approved, ${broke}` : "approved and used",
    ],
    denied: ["bad", "denied"],
    expired: ["", isYesEnough(approval) ? "approved, not used in time" : "expired"],
    withdrawn: ["", `withdrawn: ${withdrawn ? endings[withdrawn] : "not needed"}`],
  };
  return tag(...says[state]);
}

function waitsFor(approval: ReviewedApproval): string {
  const { approvers } = approval.rules;
  if (isYesEnough(approval) && approval.identifies) return "approved, confirm that it is you";
  if (isYesEnough(approval))
    return approval.logIn?.isOwn
      ? "approved, but sign in again: your log-in is too old"
      : "approved, waits for a log-in of the person who asks";
  return approvers > 1
    ? `needs a decision: ${yesIn(approval)} of ${approvers} approvals`
    : "needs a decision";
}

function tag(tone: Tone, text: Content): Html {
  return html`<li class="tag ${tone}">${text}</li>`;
}

/** What is new about a call, in a list. */
export function newsTags(history: CallHistory | undefined): readonly Html[] {
  const isFresh = freshTexts(history?.values ?? []).length > 0;
  return [
    ...(history?.otherAccount ? [tag("bad", "another account")] : isFresh ? [tag("warn", "first time")] : []),
    ...(history?.repeat ? [tag("warn", "same amount before")] : []),
    ...(history?.alsoOtherAccount ? [tag("bad", "another account also waits")] : []),
    ...(history?.alsoOpen
      ? [tag("warn", "same amount also waits")]
      : history?.values.some(({ waiting }) => waiting)
        ? [tag("warn", "another like it waits")]
        : []),
  ];
}

/** Risk and what lasts, by the contract, in a list. `isLabelled`: its safety label says what lasts. */
export function shortTags(
  { earlier, shown: { label, riskLevel, sideEffects } }: Approval,
  isLabelled = false,
): readonly Html[] {
  const isRisky = riskLevel === "critical" || riskLevel === "high";
  const undo = label.rows.find(({ id }) => id === "undo")?.text;
  const lasts = isLabelled ? undefined : undoText(sideEffects) && (undo ?? "Cannot be undone").toLowerCase();
  return [
    ...(earlier ? [tag("bad", "made before")] : []),
    tag(isRisky ? "bad" : "", lasts ? `${riskLevel} risk, ${lasts}` : `${riskLevel} risk`),
  ];
}

/** Who asks: the person, and whether an agent acts for them. */
export function shownAsker({ asker: { id, kind, name, tenant } }: Pick<Approval, "asker">): Html {
  const who = name === undefined ? shownText(id) : html`${shownText(name)} (${shownText(id)})`;
  const where = tenant === undefined ? undefined : html` at ${shownText(tenant)}`;
  return kind === "agent" ? html`an agent of ${who}${where}` : html`${who}${where}`;
}

export function shownDecider({ id, name, isOperator }: ApprovalDecision["by"]): Content {
  return [
    name === undefined ? shownText(id) : html`${shownText(name)} (${shownText(id)})`,
    isOperator ? ", operator" : "",
  ];
}

/** A time as text that everybody reads alike. */
export function shownTime(ms: number, precision: "minutes" | "seconds" = "minutes"): Html {
  const iso = new Date(ms).toISOString();
  const length = precision === "seconds" ? 19 : 16;
  return html`<time datetime="${iso}">${iso.slice(0, length).replace("T", " ")} UTC</time>`;
}

/** A time that is always shown with its day. */
export function shownDate(ms: number): Html {
  const iso = new Date(ms).toISOString();
  return html`<time datetime="${iso}" data-day>${iso.slice(0, 16).replace("T", " ")} UTC</time>`;
}

/** Until when a call waits, as a tag; the page's script says how much time is left. */
export function timeLeft(approval: ReviewedApproval): readonly Html[] {
  const { expiresAt, logIn } = approval;
  // Of a yes that waits for a log-in its state says so.
  const until = logIn?.isOwn && !isYesEnough(approval) ? logIn.until : Infinity;
  return [
    html`<li class="soft">${timeUntil(expiresAt)}</li>`,
    ...(until < expiresAt
      ? [tag("warn", until > 0 ? html`your log-in: ${timeUntil(until)}` : "sign in again to approve")]
      : []),
  ];
}

/** The calls that end first come first, or that cannot be approved without another log-in. */
export function soonestFirst(approvals: readonly ReviewedApproval[]): readonly ReviewedApproval[] {
  return approvals.toSorted((one, other) => usableUntil(one) - usableUntil(other));
}

function timeUntil(ms: number, word: "in" | "within" | "" = ""): Html {
  const before = { in: "at", within: "before", "": "until" }[word];
  return html`<span data-left="${new Date(ms).toISOString()}" data-word="${word}"
    >${before} ${shownTime(ms)}</span
  >`;
}

/** What happens if nobody does anything, and the nearest limit. Empty unless it waits. */
export function limits(approval: ReviewedApproval): Content {
  const { expiresAt, identifies, logIn, objection = "log_in_too_old", rules, state } = approval;
  if (state !== "pending") return "";
  const mayApprove = objection === "log_in_too_old" && !identifies;
  const who =
    rules.approvers > 1
      ? `${rules.approvers} people approve`
      : mayApprove
        ? "you approve"
        : "somebody else approves";
  const { isOwn = false, until = Infinity } = logIn ?? {};
  const whose = isOwn ? "you confirm" : "the person who asks confirms";
  const unless = isYesEnough(approval) ? `${whose} it with a new log-in` : who;
  const end = html`Nothing runs unless ${unless}. Ends ${timeUntil(expiresAt, "in")}`;
  if (until >= expiresAt || isYesEnough(approval)) return html`${end}.`;
  const [renew, within] = ["sign in again", timeUntil(until, "within")];
  const own = until > 0 ? html`approve and let it run ${within}, or ${renew}` : `to approve, ${renew}`;
  const another = until > 0 ? html`again ${timeUntil(until, "in")}` : "as well";
  const then = isOwn && mayApprove ? own : html`the person who asks has to sign in ${another}`;
  return html`${end}; <span class="${logIn?.isSoon ? "warning" : ""}">${then}</span>.`;
}
