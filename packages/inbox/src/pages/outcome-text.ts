import { html, movesMoney, type Content, type Html, type JsonObject } from "@proviso/manifest";
import type { Approval } from "../api/approval.ts";
import type { CallHistory, ReviewedApproval } from "../api/approval-desk.ts";
import { completedIn } from "../approvals/call-history.ts";
import { hasApproved, isYesEnough, yesIn } from "../approvals/may-decide.ts";
import { usableUntil } from "../approvals/usable-until.ts";
import { endings } from "../approvals/withdrawals.ts";
import { setOfPlan } from "../values/set-calls.ts";
import { shownProse, shownText } from "../values/shown-text.ts";
import { shownTime } from "./describe-approval.ts";
import type { Site } from "./layout.ts";

/** What became of it, for whoever comes back; empty while it waits. */
export function outcomeText(
  { base, now = Infinity }: Pick<Site, "base" | "now">,
  approval: ReviewedApproval,
  history: CallHistory | undefined,
): Content {
  const { asker, earlier, expiresAt, identifies, logIn, mandate, replacedBy, shown, state, withdrawn } =
    approval;
  if (state === "pending" && !isYesEnough(approval)) return "";
  // The same call may have run by another approval, and moved money.
  const saysMoney = shown.sideEffects.some(movesMoney) && !earlier && replacedBy === undefined;
  const noMoney = saysMoney ? ", and it has moved no money" : "";
  const nothing = `Nothing has run by this ${state === "pending" ? "approval" : "question"}${noMoney}.`;
  // After these, the same call may have run without this approval.
  const again =
    replacedBy === undefined
      ? ""
      : html` The same call was made again: <a href="${base}/${replacedBy}">see its new approval</a>.`;
  const askAgain = asker.kind === "agent" ? "tell the agent to ask again" : "the call can be made again";
  const hasRun = history?.run?.outcome === "completed";
  const unshown = hasRun ? "What it answered is not shown here: ask the agent." : "";
  const isOver = ["answered_here", "not_needed", "mandate"].includes(withdrawn ?? "");
  const whose = logIn?.isOwn ? "your log-in" : "the log-in of the person who asks";
  const says: Readonly<Record<typeof state, readonly [first: Content, then?: Content]>> = {
    // A yes is kept while the log-in that the call needs is too old.
    pending: [
      `${logIn?.isOwn && hasApproved(approval) ? "You approved" : "Approved"}, but it cannot run${identifies ? " until you confirm that it is you" : `: ${whose} is too old`}.`,
      `${nothing} It need not be approved again.`,
    ],
    approved: [
      html`Approved. It has not run yet by this
      approval${noMoney}.${history?.tried && triedText(history.tried)}`,
      html`It may run once, until
      ${shownTime(usableUntil(approval), "seconds")}${shown.plan ? ", if it would still do what is shown here" : ""}.${usableUntil(approval) < expiresAt ? ` Then ${whose} is too old; with a new one, it need not be approved again.` : ""}${asker.kind === "agent" ? " Now tell the agent, or whom it acts for, to go on." : ""}`,
    ],
    consumed: [ranText(approval, history, now), html`${unshown}${again}`],
    denied: [
      `${yesIn(approval) > 0 ? "Denied after a yes" : "Denied"}. ${nothing}`,
      now !== Infinity && now >= expiresAt
        ? again || `If that was a mistake, ${askAgain}.`
        : html`The same call is refused until
          ${shownTime(expiresAt)}.${again || ` If that was a mistake, ${askAgain} after that.`}`,
    ],
    expired: [`${tooLate(approval)} in time. ${nothing}`, again || `If it is still wanted, ${askAgain}.`],
    withdrawn:
      withdrawn === "mandate"
        ? [
            "It ran before anybody decided: a standing approval covered it.",
            replacedBy && html`<a href="${base}/${replacedBy}">See what became of it</a>.`,
          ]
        : [
            `Withdrawn: ${withdrawn ? endings[withdrawn] : "not needed"}.${isOver ? "" : ` ${nothing}`}`,
            again || "Nothing is left to decide here.",
          ],
  };
  const [first, then = ""] = mandate ? says.consumed : says[state];
  return html`<p class="outcome">${first}</p>
    <p>${then}</p>`;
}

function tooLate(approval: Approval): string {
  if (isYesEnough(approval)) return "Not used";
  return yesIn(approval) > 0 ? "Too few approved it" : "Nobody decided";
}

function ranText({ shown }: Approval, history: CallHistory | undefined, now: number): Content {
  const { begun, run } = history ?? {};
  const set = shown.plan && setOfPlan(shown.plan);
  if (!run || run.failure === "in_progress")
    return begun && now < begun.until
      ? html`<span data-again>It is running</span> since ${shownTime(begun.at)}.`
      : "It has begun. How it ended is not on record.";
  const { at, calls, didNothing, failure, outcome, why = "" } = run;
  const ran =
    calls === undefined
      ? ""
      : html` Of the calls of its set, ${completedIn(calls)} completed.${callList(calls)}`;
  if (outcome === "completed")
    return set
      ? setText(history, set.calls, at)
      : html`<span class="good">Done.</span> The call has
          run${shown.sideEffects.some(movesMoney) ? "; as the tool is described, money has moved" : ""}. Ended
          ${shownTime(at)}.${ran}`;
  if (failure === "outcome_unknown")
    return html`<span class="bad">It broke off</span> ${shownTime(at)}. Nobody knows whether it took effect.
      ${shownProse(why)}${ran} ${lookFirst} This approval is used up.`;
  const said = shownText((failure ?? outcome).replaceAll("_", " "));
  const money = shown.sideEffects.some(movesMoney) ? ", and no money moved" : "";
  const done = didNothing
    ? `As the tool is described, nothing was done${money}.`
    : `Whether anything was done is not known here. ${lookFirst}`;
  return html`<span class="bad">Failed: ${said},</span> ${shownTime(at)}. ${shownProse(why)}${ran}
    ${calls === undefined ? done : ""} This approval is used up; a new try asks you again.`;
}

const lookFirst = "Look where it acts before anybody tries it again.";

function triedText({ at, failure, why = "" }: NonNullable<CallHistory["tried"]>): Html {
  return html` <span class="bad">It was tried, and refused: ${shownText(failure.replaceAll("_", " "))},</span>
    ${shownTime(at)}. ${shownProse(why)}`;
}

function setText(history: CallHistory | undefined, foreseen: readonly JsonObject[], at: number): Html {
  const [calls, all] = [history?.run?.calls ?? [], foreseen.length];
  const ran = completedIn(calls);
  const isWhole = ran >= all;
  const word = isWhole
    ? html`<span class="good">Done.</span>`
    : html`<span class="bad">Not all of it.</span>`;
  const isRead = history?.since === undefined || history.begun !== undefined;
  return html`${word} ${ran} of ${all} calls ${ran === 1 ? "has" : "have"} run. Ended
  ${shownTime(at)}.${isWhole ? "" : callList(isRead ? withUntried(foreseen, calls) : calls)}`;
}

/** The calls in the order of the question, with those that were not made; as they were made, if one cannot be found there. */
function withUntried(foreseen: readonly JsonObject[], made: RunCalls): RunCalls {
  const left = [...made];
  const all = foreseen.map(({ call }) => {
    const at = left.findIndex((each) => each.call === call);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    return found ?? { call: String(call), outcome: "not tried" };
  });
  return left.length === 0 ? all : made;
}

type RunCalls = NonNullable<NonNullable<CallHistory["run"]>["calls"]>;

/** What became of each call that was made, in their order. */
function callList(calls: RunCalls): Html {
  return html`<ol class="kind">
    ${calls.map(
      ({ call, outcome, failure }) =>
        html`<li>
          ${shownText(call)}:
          ${outcome === "completed" ? html`<strong class="good">ran</strong>` : html`<strong class="bad">${endOf(outcome, failure)}</strong>`}
        </li>`,
    )}
  </ol>`;
}

function endOf(outcome = "no outcome", failure?: string): string {
  const words = failure?.replaceAll("_", " ");
  return words === undefined || failure === "outcome_unknown" ? (words ?? outcome) : `${outcome}: ${words}`;
}
