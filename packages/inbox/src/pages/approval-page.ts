import type { Approval, ApprovalDecision } from "../api/approval.ts";
import type { CallHistory, ReviewedApproval, SeenText } from "../api/approval-desk.ts";
import {
  html,
  isSameJson,
  movesMoney,
  planParts,
  type Content,
  type Html,
  type JsonObject,
  type SideEffect,
} from "@proviso/manifest";
import type { SafetyLabel } from "@proviso/manifest/label";
import { besideSentence, sentenceText } from "@proviso/manifest/question";
import { logInText } from "@proviso/server/extension";
import { isOpen } from "../approvals/step.ts";
import { editsIn } from "../approvals/narrow.ts";
import { usableUntil } from "../approvals/usable-until.ts";
import { isYesEnough, yesIn } from "../approvals/may-decide.ts";
import { endings } from "../approvals/withdrawals.ts";
import { sentenceLines, shownProse, shownText } from "../values/shown-text.ts";
import { shownObject } from "../values/shown-value.ts";
import { decisionForm } from "./decision-form.ts";
import {
  levelTags,
  riskTags,
  shownAsker,
  shownDecider,
  shownTime,
  stateTag,
  timeLeft,
} from "./describe-approval.ts";
import { type Page, section, type Site, type Viewer } from "./layout.ts";
import { setTables } from "./set-tables.ts";

/** Items of a list in a plan; how many there are, and their digest, is shown of longer ones. Arguments are shown whole. */
const longestPlanList = 1000;

/**
 * What the call does in one sentence, what is new about it, everything that a decision covers, then the decision. `problem`: why the
 * last one came to nothing.
 */
export function approvalPage(
  site: Site,
  viewer: Viewer,
  approval: ReviewedApproval,
  history?: CallHistory,
  problem?: string,
): Page {
  const { shown, terms } = approval;
  const body = html`<p class="soft"><a href="${site.base}/">All approvals</a> · <code>${terms.tool}</code></p>
    ${cheque(site, approval, history, problem)} ${decisionForm(site, viewer, approval)}`;
  return { title: shown.title, body, viewer, isLive: true };
}

/** Everything that a decision covers: what became of it, who asks, then the sentence. Links lead to pages below `base`. */
export function cheque(
  site: Pick<Site, "base">,
  approval: ReviewedApproval,
  history?: CallHistory,
  problem?: string,
): Html {
  const { shown } = approval;
  return html`<div id="state" data-part>
      ${outcomeText(approval, history)}
      <ul class="tags">
        ${stateTag(approval)}${shown.label ? levelTags(approval) : riskTags(approval)}
      </ul>
      ${approval.decisions.map(shownDecision)}
      <p>
        Asked for by <strong>${shownAsker(approval)}</strong> in
        <strong>${shownText(approval.terms.env)}</strong>.${timeLeft(approval)}
      </p>
    </div>
    ${problem === undefined ? "" : html`<p class="card refused" role="alert">${problem}</p>`}
    <h1>${sentenceLines(shown)}</h1>
    ${shown.sentence && sentenceText(shown.sentence).includes('"') ? html`<p class="kind">In quotes: what the caller wrote. Nobody has checked it.</p>` : ""}
    ${lastingEffects(shown.sideEffects)}${shownEarlier(approval)}${isOpen(approval) ? [history && news(history), shown.allowance && html`<p>${shownProse(shown.allowance)}</p>`] : ""}
    ${underMandate(site, approval)}${shownNeighbours(site, approval)}${shown.label && safetyRows(shown.label)}
    ${shown.plan && section("plan", "What would happen", planned(shown.plan, shown.sideEffects))}${section("arguments", "Arguments", [shownEdits(approval), shownArguments(approval)])}
    ${section("what", shown.title, [html`<p>${shownProse(shown.description)}</p>`, effects(shown.sideEffects)])}
    ${section("who", "Who asks", [facts(approval), history && lastCalls(history)])}`;
}

/** What became of it, for whoever comes back; empty while it waits. */
function outcomeText(approval: ReviewedApproval, history: CallHistory | undefined): Content {
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
      html`It may run once, until ${shownTime(usableUntil(approval), "seconds")}.`,
    ],
    consumed: [ranText(history?.run)],
    denied: [`Denied. ${nothing}`, html`The same call is refused until ${shownTime(expiresAt)}.`],
    expired: [`${tooLate(approval)} in time. ${nothing}`],
    withdrawn: [`Nothing is left to decide.${isOver ? "" : ` ${nothing}`}`],
  };
  const [first, then = ""] = mandate ? says.consumed : says[state];
  return html`<p class="outcome">${first}</p>
    <p>${then}</p>`;
}

function tooLate(approval: Approval): string {
  if (isYesEnough(approval)) return "Not used";
  return yesIn(approval) > 0 ? "Too few approved it" : "Nobody decided";
}

function ranText(run: CallHistory["run"]): Content {
  if (!run || run.failure === "in_progress") return "It has begun. How it ended is not on record.";
  if (run.outcome === "completed") return html`<span class="good">Done.</span> The call has run.`;
  if (run.failure === "outcome_unknown")
    return html`<span class="bad">It broke off.</span> Nobody knows whether it took effect.`;
  const why = (run.failure ?? run.outcome).replaceAll("_", " ");
  return html`<span class="bad">It failed: ${shownText(why)}.</span>`;
}

/** What the call may do and what protects from it, always in the same order. */
function safetyRows({ rows }: SafetyLabel): Html {
  return html`<dl class="card label" aria-label="Safety label">
    ${rows.map(
      ({ kind, name, text, tone }) =>
        html`<div class="${kind} ${tone}">
          <dt>${name}</dt>
          <dd>${text}</dd>
        </div>`,
    )}
  </dl>`;
}

/** What nobody can take back, in the words of the contract. */
function lastingEffects(sideEffects: readonly SideEffect[]): Content {
  const lasting = sideEffects.filter(({ reversible }) => !reversible);
  return textList(
    lasting.map(({ description }) => `Cannot be undone: ${description}`),
    "warning lasting",
  );
}

/** Says that nobody was asked about this call. */
function underMandate({ base }: Pick<Site, "base">, { mandate }: Approval): Content {
  if (!mandate) return "";
  return html`<p class="card" role="note">
    Nobody was asked about this call: it was approved beforehand, by a
    <a href="${base}/mandates/${mandate.id}">standing approval</a>.
  </p>`;
}

function names(texts: readonly SeenText[]): readonly Html[] {
  return texts.map(({ name }, index) => html`${index > 0 ? ", " : ""}<code>${name}</code>`);
}

/** What is new about the texts in the sentence, and what is not. */
export function news({ since, values }: CallHistory): Content {
  if (values.length === 0) return "";
  const from = since === undefined ? "" : html`, in the records since ${shownTime(since)}`;
  // Of a field that never repeats, such as a reason, a new text is nothing new; a new account always is.
  const fresh = values.filter(({ count, isAccount, isUnique }) => count === 0 && (isAccount || !isUnique));
  const known = values.filter(({ count }) => count > 0);
  const account = fresh.find(({ isAccount }) => isAccount);
  const again = values.filter(({ waiting }) => waiting !== undefined);
  if (fresh.length === 0 && values.every(({ count, waiting }) => count === 0 && !waiting)) return "";
  return html`<ul class="news" aria-label="What is new">
    ${
      account && known.length > 0
        ? html`<li class="warning">
            <strong>Another account than before.</strong> All earlier calls with this ${names(known)} had
            another ${names([account])}${from}. Ask whom you know there, not the agent, before you approve.
          </li>`
        : ""
    }
    ${fresh.length > 0 ? html`<li><strong class="warning">First time</strong> with this ${names(fresh)}${from}</li>` : ""}
    ${values.map(({ name, count, lastAt, isUnique, unknown }) =>
      lastAt === undefined
        ? ""
        : html`<li>
            ${count === 1 ? "Once" : `${count} times`} before with this <code>${name}</code>, last
            ${shownTime(lastAt)}${isUnique ? html`. <strong class="warning">All other calls have one of their own</strong>` : ""}${unknown === undefined ? "" : html`. <strong class="warning">Of ${unknown}, nobody knows whether they acted</strong>`}
          </li>`,
    )}
    ${
      again.length === 0
        ? ""
        : html`<li>
            <strong class="warning">Another call with this ${names(again)} waits or is approved</strong>
          </li>`
    }
  </ul>`;
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
export function shownArguments({ shown: { sentence, input } }: ReviewedApproval): Content {
  const beside = sentence ? besideSentence(sentence, input) : input;
  const all = shownObject(input, Infinity);
  if (isSameJson(beside, input)) return all;
  return html`${Object.keys(beside).length > 0 ? shownObject(beside, Infinity) : ""}
    <details>
      <summary>All arguments, as they are sent</summary>
      ${all}
    </details>`;
}

function shownEarlier({ earlier }: Approval): Content {
  if (!earlier) return "";
  return html`<p class="card refused" role="note">
    The same call, with the same arguments, was approved before, at ${shownTime(earlier.approvedAt)}, and has
    run or begun: call <code>${shownText(earlier.callId)}</code> in the audit trail. A yes makes it happen
    again.
  </p>`;
}

/** The approvals of the same call before and after this one. */
function shownNeighbours({ base }: Pick<Site, "base">, { replacedBy, replaces }: Approval): Content {
  const given = replaces && replaces.approvals > 0 ? " What was approved then does not count." : "";
  return [
    replaces
      ? html`<p class="card" role="note">
          The same call <a href="${base}/${replaces.id}">waited before</a>, and that approval ended because
          ${endings[replaces.why]}.${given}
        </p>`
      : "",
    replacedBy === undefined
      ? ""
      : html`<p class="card" role="note">
          The same call was made again: <a href="${base}/${replacedBy}">see its new approval</a>.
        </p>`,
  ];
}

/** Everything that a plan says, warnings first. */
export function planned(plan: JsonObject, sideEffects: readonly SideEffect[]): readonly Content[] {
  const { expected, missingPermissions, notes, preview, warnings } = planParts(plan, sideEffects);
  const missing = missingPermissions.map((each) => `The permission ${each} is missing.`);
  const tables = setTables(preview);
  const { set: _inTables, ...others } = preview;
  const rest = tables ? others : preview;
  return [
    tables ?? "",
    textList([...warnings, ...missing], "warning"),
    textList(expected, ""),
    Object.keys(rest).length > 0 ? shownObject(rest, longestPlanList) : "",
    html`<p class="kind">${notes.join(" ")}</p>`,
  ];
}

function textList(texts: readonly string[], tone: string): Content {
  if (texts.length === 0) return "";
  return html`<ul class="${tone}">
    ${texts.map((text) => html`<li>${shownProse(text)}</li>`)}
  </ul>`;
}

function facts(approval: ReviewedApproval): Html {
  const { channel, client, createdAt, logIn, rules, shown, terms } = approval;
  const rows: readonly (readonly [string, Content])[] = [
    ["Asked", html`in ${shownText(terms.product)}, ${shownTime(createdAt)}`],
    ["From", channel === "in process" ? "a program of the product" : shownText(channel.toUpperCase())],
    ["Client, by its own claim", client === undefined ? "not stated" : shownText(client)],
    ...(logIn && logIn.until > 0 ? [["Log-in is recent enough until", shownTime(logIn.until)] as const] : []),
    ["Owner of the tool", shown.owner === undefined ? "not stated" : shownText(shown.owner)],
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
  const rows = editsIn(approval).map(({ field, from }) => [field, from] as const);
  return html`<p class="warning">
      Changed by ${shownDecider(edited.by)}, ${edited.via}, ${shownTime(edited.at)}. Asked for was:
    </p>
    ${shownObject(Object.fromEntries(rows), Infinity)}
    <p>To be approved is:</p>`;
}
const verdicts = { approve: "Approved", identify: "Log-in given", deny: "Denied" } as const;

function shownDecision({ verdict, by, via, at, reason, together }: ApprovalDecision): Html {
  const where = via === "app" ? "in the chat, whose app passed it on" : via;
  return html`<p class="card ${verdict === "deny" ? "refused" : "done"}">
    ${verdicts[verdict]} by ${shownDecider(by)}, ${where},
    ${shownTime(at)}${together === undefined ? "" : `, with ${together - 1} more at once`}${reason === undefined ? "" : html`: ${shownText(reason)}`}
  </p>`;
}
