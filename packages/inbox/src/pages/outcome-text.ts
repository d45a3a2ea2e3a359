import { html, movesMoney, type Content } from "@proviso/manifest";
import type { Approval } from "../api/approval.ts";
import type { CallHistory, ReviewedApproval } from "../api/approval-desk.ts";
import { isYesEnough, yesIn } from "../approvals/may-decide.ts";
import { usableUntil } from "../approvals/usable-until.ts";
import { shownProse, shownText } from "../values/shown-text.ts";
import { shownTime } from "./describe-approval.ts";
import type { Site } from "./layout.ts";

/** What became of it, for whoever comes back; empty while it waits. */
export function outcomeText(
  { base, now = Infinity }: Pick<Site, "base" | "now">,
  approval: ReviewedApproval,
  history: CallHistory | undefined,
): Content {
  const { earlier, expiresAt, mandate, replacedBy, shown, state, withdrawn } = approval;
  if (state === "pending") return "";
  // The same call may have run by another approval, and moved money.
  const saysMoney = shown.sideEffects.some(movesMoney) && !earlier && replacedBy === undefined;
  const nothing = `Nothing has run by this approval${saysMoney ? ", and it has moved no money" : ""}.`;
  // After these, the same call may have run without this approval.
  const isOver = ["answered_here", "not_needed", "mandate"].includes(withdrawn ?? "");
  const says: Readonly<Record<typeof state, readonly [first: Content, then?: Content]>> = {
    approved: [
      `Approved. ${nothing}`,
      html`It may run once, until ${shownTime(usableUntil(approval), "seconds")}. ${whoGoesOn(approval)}`,
    ],
    consumed: [ranText(history, now)],
    denied: [`Denied. ${nothing}`, html`The same call is refused until ${shownTime(expiresAt)}.`],
    expired: [`${tooLate(approval)} in time. ${nothing}`],
    withdrawn:
      withdrawn === "mandate"
        ? [
            "It was let through without asking you: a standing approval covered it.",
            replacedBy && html`<a href="${base}/${replacedBy}">See what became of it</a>.`,
          ]
        : [`Nothing is left to decide.${isOver ? "" : ` ${nothing}`}`],
  };
  const [first, then = ""] = mandate ? says.consumed : says[state];
  return html`<p class="outcome">${first}</p>
    <p>${then}</p>`;
}

/** What has to happen now, so that the approved call runs. */
function whoGoesOn({ asker, decisions }: Approval): Content {
  if (asker.kind !== "agent") return "Now it has to be made again.";
  if (decisions.at(-1)?.by.id === asker.id) return "Now tell the agent to go on.";
  return html`Now ${shownText(asker.name ?? asker.id)} can tell the agent to go on.`;
}

function tooLate(approval: Approval): string {
  if (isYesEnough(approval)) return "Not used";
  return yesIn(approval) > 0 ? "Too few approved it" : "Nobody decided";
}

function ranText(history: CallHistory | undefined, now: number): Content {
  const { begun, run } = history ?? {};
  if (!run || run.failure === "in_progress")
    return begun && now < begun.until
      ? html`<span data-again>It is running</span> since ${shownTime(begun.at)}.`
      : "It has begun. How it ended is not on record.";
  const { at, calls, failure, outcome, why = "" } = run;
  const ran = calls === undefined ? "" : ` Of the calls of its set, ${calls} completed.`;
  if (outcome === "completed")
    return html`<span class="good">Done.</span> The call has run. Ended ${shownTime(at)}.${ran}`;
  if (failure === "outcome_unknown")
    return html`<span class="bad">It broke off.</span> Nobody knows whether it took effect.${ran}`;
  const said = shownText((failure ?? outcome).replaceAll("_", " "));
  return html`<span class="bad">Failed: ${said},</span> ${shownTime(at)}. ${shownProse(why)}${ran} This
    approval is used up; a new try asks you again.`;
}
