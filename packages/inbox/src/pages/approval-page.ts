import type { Approval, ApprovalDecision } from "../api/approval.ts";
import { completedIn } from "../approvals/call-history.ts";
import type { CallHistory, ReviewedApproval } from "../api/approval-desk.ts";
import {
  html,
  isSameJson,
  type JsonObject,
  movesMoney,
  type Content,
  type Html,
  type SideEffect,
} from "@proviso/manifest";
import type { SafetyLabel } from "@proviso/manifest/label";
import { besideSentence, sentenceText } from "@proviso/manifest/question";
import { logInText } from "@proviso/server/extension";
import { hasApproved, isYesEnough, yesIn } from "../approvals/may-decide.ts";
import { isOpen } from "../approvals/step.ts";
import { usableUntil } from "../approvals/usable-until.ts";
import { editsIn } from "../approvals/narrow.ts";
import { endings } from "../approvals/withdrawals.ts";
import { sentenceLines, shownProse, shownText } from "../values/shown-text.ts";
import { shownObject } from "../values/shown-value.ts";
import { setOfPlan } from "../values/set-calls.ts";
import { decisionForm, lessFields } from "./decision-form.ts";
import type { Entered } from "./edit-fields.ts";
import { limits, shortTags, shownAsker, shownDecider, shownTime, stateTag } from "./describe-approval.ts";
import { type Page, section, type Site, type Viewer } from "./layout.ts";
import { news } from "./news.ts";
import { planned } from "./planned.ts";

/**
 * What the call does in one sentence, what is new about it, everything that a decision covers, then the decision. `problem`: why the
 * last one came to nothing; `entered`: its form, whose fields are kept.
 */
export function approvalPage(
  site: Site,
  viewer: Viewer,
  approval: ReviewedApproval,
  history?: CallHistory,
  problem?: string,
  entered?: Entered,
): Page {
  const { shown, terms } = approval;
  const body = html`<p class="soft">
      <a href="${site.base}/">All approvals</a> · <code>${terms.tool}</code>${isOpen(approval) ? toFoot : ""}
    </p>
    ${cheque(site, approval, history, problem, lessFields(approval, entered))}
    ${decisionForm(site, viewer, approval, entered)}`;
  return { title: shown.title, body, viewer, isLive: true };
}

/** With large text, the buttons stand at the end of the page. */
export const toFoot: Html = html`<span class="jump"> · <a href="#foot">To the buttons</a></span>`;

/** Everything that a decision covers: what became of it, who asks, then the sentence. Links lead to pages below `base`. `fields` narrow the call. */
export function cheque(
  site: Pick<Site, "base" | "now">,
  approval: ReviewedApproval,
  history?: CallHistory,
  problem?: string,
  fields?: Html,
): Html {
  const { shown } = approval;
  const given = section("arguments", "Arguments", [shownEdits(approval), shownArguments(approval)]);
  // What the caller wrote beside the sentence, such as a letter, is read before the decision; a program after its calls.
  const isSet = shown.plan && setOfPlan(shown.plan);
  const isLetter = isBeside(shown) && !isSet;
  return html`<div id="state" data-part>
      ${outcomeText(site, approval, history)}
      <ul class="tags">
        ${stateTag(approval, history?.run)}${shortTags(approval, true)}
      </ul>
      ${approval.mandate ? underMandate(site, approval) : approval.decisions.map(shownDecision)}
      <p>
        Asked for by <strong>${shownAsker(approval)}</strong> in
        <strong>${shownText(approval.terms.env)}</strong>.
      </p>
    </div>
    ${problem === undefined ? "" : html`<p class="card refused" role="alert">${problem}</p>`}
    <h1>${sentenceLines(shown)}</h1>
    <div id="lasting" data-part>${lastingEffects(approval, history?.run)}</div>
    ${isSet || sentenceText(shown.sentence).includes('"') ? quotesNotice : ""}
    <p id="left" data-part>${limits(approval)}</p>
    ${shownEarlier(approval)}
    <div id="foreseen" data-part>
      ${isOpen(approval) && history ? news(history, approval) : ""}
      ${shown.plan && section("plan", isOpen(approval) ? "What would happen" : "What was foreseen", planned(shown.plan, shown.sideEffects))}
    </div>
    ${isLetter ? given : ""}${fields}
    ${isOpen(approval) && shown.allowance ? html`<p>${shownProse(shown.allowance)}</p>` : ""}
    ${shownFormer(site, approval)}${safetyRows(shown.label, approval)} ${isLetter ? "" : given}
    ${section("what", shown.title, [html`<p>${shownProse(shown.description)}</p>`, effects(shown.sideEffects)])}
    ${section("who", "Who asks", [facts(approval), history && lastCalls(history)])}`;
}

/** What became of it, for whoever comes back; empty while it waits. */
function outcomeText(
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
      `Approved. It has not run yet by this approval${noMoney}.`,
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
      ? setText(calls ?? [], set.calls.length, at)
      : html`<span class="good">Done.</span> The call has
          run${shown.sideEffects.some(movesMoney) ? "; as the tool is described, money has moved" : ""}. Ended
          ${shownTime(at)}.${ran}`;
  if (failure === "outcome_unknown")
    return html`<span class="bad">It broke off.</span> Nobody knows whether it took effect.${ran}`;
  const said = shownText((failure ?? outcome).replaceAll("_", " "));
  const money = shown.sideEffects.some(movesMoney) ? ", and no money moved" : "";
  const done = didNothing
    ? `As the tool is described, nothing was done${money}.`
    : "Whether anything was done is not known here.";
  return html`<span class="bad">Failed: ${said},</span> ${shownTime(at)}. ${shownProse(why)}${ran}
    ${calls === undefined ? done : ""} This approval is used up; a new try asks you again.`;
}

function setText(calls: RunCalls, all: number, at: number): Html {
  const ran = completedIn(calls);
  const isWhole = ran >= all;
  const word = isWhole
    ? html`<span class="good">Done.</span>`
    : html`<span class="bad">Not all of it.</span>`;
  return html`${word} ${ran} of ${all} calls have run. Ended
  ${shownTime(at)}.${isWhole ? "" : callList(calls)}`;
}

type RunCalls = NonNullable<NonNullable<CallHistory["run"]>["calls"]>;

/** What became of each call that was made, in their order. */
function callList(calls: RunCalls): Html {
  return html`<ol class="kind">
    ${calls.map(
      ({ call, outcome, failure }) =>
        html`<li>
          ${shownText(call)}:
          ${outcome === "completed" ? html`<strong class="good">ran</strong>` : html`<strong class="bad">${(failure ?? outcome ?? "no outcome").replaceAll("_", " ")}</strong>`}
        </li>`,
    )}
  </ol>`;
}

export const quotesNotice: Html = html`<p class="kind">
  In quotes: what the caller wrote. Nobody has checked it.
</p>`;

/**
 * What the call may do and what protects from it, always in the same order, without what is said above already. The calls of a set
 * have limits of their own.
 */
function safetyRows({ rows }: SafetyLabel, approval: ReviewedApproval): Html {
  const { plan, sideEffects } = approval.shown;
  const isSaid = !isOpen(approval) || sideEffects.some(({ reversible }) => !reversible);
  const told = rows.filter(({ id }) =>
    id === "undo" ? !isSaid : id !== "limits" || !plan || !setOfPlan(plan),
  );
  return html`<dl class="card label" aria-label="Safety label">
    ${told.map(
      ({ kind, name, text, tone }) =>
        html`<div class="${kind} ${tone}">
          <dt>${name}</dt>
          <dd>${text}</dd>
        </div>`,
    )}
  </dl>`;
}

/** What nobody can take back, and what somebody can, in the words of the contract: ahead, or done. */
export function lastingEffects(approval: Approval, run?: CallHistory["run"]): Content {
  const { input, sideEffects } = approval.shown;
  const hasFailed = run !== undefined && run.outcome !== "completed" && run.failure !== "outcome_unknown";
  const mayBeDone = approval.state === "consumed" && !hasFailed;
  const [lasts = "", others] = [false, true].map((isUndone) =>
    sideEffects
      .flatMap(({ description, reversible }) =>
        reversible === isUndone ? withAbsent(description, input) : [],
      )
      .join(" "),
  );
  if (lasts === "" || !(isOpen(approval) || mayBeDone)) return "";
  return html`<p class="warning lasting">Cannot be undone: ${shownProse(lasts)}</p>
    ${others ? html`<p>Can be undone: ${shownProse(others)}</p>` : ""}`;
}

/** An effect that depends on an argument says so by its name: whether the call has it. */
function withAbsent(description: string, input: JsonObject): string {
  const [, name] =
    [...description.matchAll(/`(\w+)`/g)].find(([, each = ""]) => !Object.hasOwn(input, each)) ?? [];
  return name === undefined ? description : `${description} (This call has no \`${name}\`.)`;
}

/** Says that nobody was asked about this call, and who has approved it beforehand. */
function underMandate({ base }: Pick<Site, "base">, { decisions, mandate }: Approval): Content {
  return html`<p class="card done">
    Nobody was asked about this call: it was approved beforehand, by a
    <a href="${base}/mandates/${mandate?.id ?? ""}">standing approval</a>
    ${decisions.map(({ by }) => html` of ${shownDecider(by)}`)}.
  </p>`;
}

function lastCalls({ lastCalls: calls }: CallHistory): Content {
  if (calls.length === 0) return "";
  return html`<h3>Its last calls</h3>
    <ul>
      ${calls.map(
        ({ tool, at, outcome }) =>
          html`<li><code>${shownText(tool)}</code>: ${outcome.replaceAll("_", " ")}, ${shownTime(at)}</li>`,
      )}
    </ul>`;
}

/** Arguments that the sentence does not show whole stand open; all of them, as they are sent, are folded below. */
export function shownArguments({ shown: { plan, sentence, input } }: ReviewedApproval): Content {
  const beside = besideSentence(sentence, input);
  const all = shownObject(input, Infinity);
  if (isSameJson(beside, input)) return all;
  if (plan && setOfPlan(plan))
    return html`<details>
      <summary>The program and its arguments</summary>
      ${all}
    </details>`;
  return html`${Object.keys(beside).length > 0 ? shownObject(beside, Infinity) : ""}
    <details>
      <summary>All arguments, as they are sent</summary>
      ${all}
    </details>`;
}

/** Whether the sentence leaves something out, such as the text of a letter. */
function isBeside({ sentence, input }: ReviewedApproval["shown"]): boolean {
  return Object.keys(besideSentence(sentence, input)).length > 0;
}

function shownEarlier({ earlier, shown: { plan } }: Approval): Content {
  if (!earlier) return "";
  const isSet = plan && setOfPlan(plan);
  return html`<p class="card refused" role="note">
    The same ${isSet ? "program" : "call"}, with the same arguments, was approved before,
    ${shownTime(earlier.approvedAt)}, and has run or begun: call <code>${shownText(earlier.callId)}</code> in
    the audit trail.
    ${isSet ? "A yes makes the calls that are listed here, which may be others." : "A yes makes it happen again."}
  </p>`;
}

/** The approval of the same call before this one; what came after it stands at the top. */
function shownFormer({ base }: Pick<Site, "base">, { replaces }: Approval): Content {
  if (!replaces) return "";
  const given = replaces.approvals > 0 ? " What was approved then does not count." : "";
  return html`<p class="card" role="note">
    The same call <a href="${base}/${replaces.id}">waited before</a>, and that approval ended because
    ${endings[replaces.why]}.${given}
  </p>`;
}

function facts(approval: ReviewedApproval): Html {
  const { channel, client, createdAt, rules, shown, terms } = approval;
  const rows: readonly (readonly [string, Content])[] = [
    ["Asked", html`in ${shownText(terms.product)}, ${shownTime(createdAt)}`],
    ["From", channel === "in process" ? "a program of the product" : shownText(channel.toUpperCase())],
    ["Client, by its own claim", client === undefined ? "not stated" : shownText(client)],
    ...(shown.owner === undefined ? [] : ([["Owner of the tool", shownText(shown.owner)]] as const)),
    ["Who may approve", approverRule(rules)],
  ];
  return html`<dl class="facts">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

function approverRule({ approver, approvers, isFromStated, logIn, permissions }: Approval["rules"]): Content {
  const count = approvers > 1 ? `${approvers} people` : undefined;
  const who =
    approver === "other"
      ? `${count ?? "somebody"} other than the person who asks`
      : isFromStated
        ? (count ?? "anybody")
        : "the person who asks, or an operator";
  const needs =
    permissions.length > 0 ? html`, with ${permissions.map((each) => html`<code>${each}</code> `)}` : "";
  const fresh = logIn === undefined ? "" : `. The person who asks needs ${logInText(logIn)}`;
  return html`${who}${needs}${fresh}`;
}

function effects(sideEffects: readonly SideEffect[]): Html {
  if (sideEffects.length === 0) return html`<p>It only reads.</p>`;
  return html`<ul>
    ${sideEffects.map(
      ({ description, kind, reversible, external }) =>
        html`<li>
          <strong>${kind}</strong>: ${shownProse(description)} ${reversible ? "" : "It cannot be undone."}
          ${external ? "It leaves the system." : ""}
        </li>`,
    )}
  </ul>`;
}

/** What an approver has changed, and what was asked for. */
export function shownEdits(approval: Approval): Content {
  const { edited } = approval;
  if (!edited) return "";
  const edits = editsIn(approval);
  const fields = (side: "from" | "to"): Html =>
    shownObject(Object.fromEntries(edits.map((each) => [each.field, each[side]])), Infinity);
  return html`<p class="warning">
      Changed by ${shownDecider(edited.by)}, ${edited.via}, ${shownTime(edited.at)}. Asked for was:
    </p>
    ${fields("from")}
    <p>${changedWords[approval.state] ?? "It was changed to:"}</p>
    ${fields("to")}`;
}
const changedWords: Partial<Record<Approval["state"], string>> = {
  pending: "To be approved is:",
  approved: "Approved is:",
  consumed: "Sent was:",
};
const verdicts = { approve: "Approved", identify: "Log-in given", deny: "Denied" } as const;

function shownDecision({ verdict, by, via, at, reason, together }: ApprovalDecision): Html {
  const where = via === "app" ? "in the chat, whose app passed it on" : via;
  return html`<p class="card ${verdict === "deny" ? "refused" : "done"}">
    ${verdicts[verdict]} by ${shownDecider(by)}, ${where},
    ${shownTime(at)}${together === undefined ? "" : `, with ${together - 1} more at once`}${reason === undefined ? "" : html`: ${shownText(reason)}`}
  </p>`;
}
