import type { Approval, ApprovalDecision } from "../api/approval.ts";
import type { CallHistory, ReviewedApproval } from "../api/approval-desk.ts";
import { html, type Content, type Html } from "@proviso/manifest";
import { isYesEnough, yesIn } from "../approvals/may-decide.ts";
import { endings } from "../approvals/withdrawals.ts";
import { shownText } from "../values/shown-text.ts";

type Tone = "good" | "bad" | "warn" | "";

/** The state in a few words. `run`: how its call has ended, where that is known. */
export function stateTag(approval: ReviewedApproval, run?: CallHistory["run"]): Html {
  const { mandate, state, withdrawn } = approval;
  if (mandate)
    return html`<li class="tag good">ran by a standing approval, use ${mandate.use} of ${mandate.of}</li>`;
  const [tone, text]: readonly [Tone, string] =
    state === "pending"
      ? ["warn", waitsFor(approval)]
      : state === "approved"
        ? ["good", "approved, not used yet"]
        : state === "consumed"
          ? run && run.outcome !== "completed" && run.failure !== "in_progress"
            ? ["bad", run.failure === "outcome_unknown" ? "approved, broke off" : "approved, failed"]
            : ["good", "approved and used"]
          : state === "denied"
            ? ["bad", "denied"]
            : state === "expired"
              ? ["", "expired"]
              : ["", `withdrawn: ${withdrawn ? endings[withdrawn] : "not needed"}`];
  return html`<li class="tag ${tone}">${text}</li>`;
}

function waitsFor(approval: ReviewedApproval): string {
  const { approvers } = approval.rules;
  if (isYesEnough(approval))
    return approval.logIn?.isOwn
      ? "approved, but sign in again: your log-in is too old"
      : "approved, waits for a log-in of the person who asks";
  return approvers > 1
    ? `needs a decision: ${yesIn(approval)} of ${approvers} approvals`
    : "needs a decision";
}

function tag(tone: Tone, text: string): Html {
  return html`<li class="tag ${tone}">${text}</li>`;
}

/**
 * The texts that are new and worth a look. Only beside an account does a text name whom it is for, and of one that never repeats, such
 * as a reason, a new one is nothing new.
 */
export function freshTexts(values: CallHistory["values"]): CallHistory["values"] {
  const isToSomebody = values.some(({ isAccount }) => isAccount);
  return values.filter(
    ({ count, isAccount, isUnique }) => isToSomebody && count === 0 && (isAccount || !isUnique),
  );
}

/** What is new about a call, in a list. */
export function newsTags(history: CallHistory | undefined): readonly Html[] {
  const isFresh = freshTexts(history?.values ?? []).length > 0;
  return [
    ...(history?.otherAccount ? [tag("bad", "another account")] : isFresh ? [tag("warn", "first time")] : []),
    ...(history?.repeat ? [tag("warn", "same amount before")] : []),
    ...(history?.values.some(({ waiting }) => waiting) ? [tag("warn", "another like it waits")] : []),
  ];
}

/** Risk and what lasts, in a list: red only if both are at their worst. */
export function shortTags({ earlier, shown: { riskLevel, sideEffects } }: Approval): readonly Html[] {
  const isLasting = sideEffects.some(({ reversible }) => !reversible);
  const isWorst = isLasting && riskLevel === "critical";
  return [
    ...(earlier ? [html`<li class="tag bad">made before</li>`] : []),
    isWorst
      ? html`<li class="tag bad">critical, cannot be undone</li>`
      : html`<li class="tag">${riskLevel} risk</li>`,
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

/** What the safety label of a call does not say. */
export function levelTags({ earlier, shown: { riskLevel } }: Approval): readonly Html[] {
  const tone = riskLevel === "critical" || riskLevel === "high" ? "bad" : "";
  return [
    ...(earlier ? [html`<li class="tag bad">made before</li>`] : []),
    html`<li class="tag ${tone}">${riskLevel} risk</li>`,
  ];
}

/** Until when a call waits; the page's script adds how much time is left. */
export function timeLeft({ expiresAt, state }: Pick<Approval, "expiresAt" | "state">): Content {
  if (state !== "pending") return "";
  const time = new Date(expiresAt).toISOString();
  return html`<span data-left="${time}">until ${shownTime(expiresAt)}</span>`;
}
