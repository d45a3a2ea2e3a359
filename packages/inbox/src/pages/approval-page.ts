import type { Approval, ApprovalDecision } from "../api/approval.ts";
import type { CallHistory, ReviewedApproval } from "../api/approval-desk.ts";
import {
  html,
  isSameJson,
  type JsonObject,
  type Content,
  type Html,
  type SideEffect,
} from "@proviso/manifest";
import type { SafetyLabel } from "@proviso/manifest/label";
import { besideSentence, sentenceText } from "@proviso/manifest/question";
import { logInText } from "@proviso/server/extension";
import { isOpen } from "../approvals/step.ts";
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
import { outcomeText } from "./outcome-text.ts";
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
      ${shown.plan && section("plan", isOpen(approval) ? "What would happen" : "What was foreseen", planned(shown.plan, shown.sideEffects, false, shown.input))}
    </div>
    ${isLetter ? given : ""}${fields}
    ${isOpen(approval) && shown.allowance ? html`<p>${shownProse(shown.allowance)}</p>` : ""}
    ${shownFormer(site, approval)}${safetyRows(shown.label, approval)} ${isLetter ? "" : given}
    ${section("what", shown.title, [html`<p>${shownProse(shown.description)}</p>`, effects(shown.sideEffects)])}
    ${section("who", "Who asks", [facts(approval), history && lastCalls(history)])}`;
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
        reversible === isUndone && !(isUndone && isElsewhere(description, input))
          ? withAbsent(description, input)
          : [],
      )
      .join(" "),
  );
  if (lasts === "" || !(isOpen(approval) || mayBeDone)) return "";
  return html`<p class="warning lasting">Cannot be undone: ${shownProse(lasts)}</p>
    ${others ? html`<p>Can be undone: ${shownProse(others)}</p>` : ""}`;
}

/** Whether an effect has another call than this one: `An entry, where \`projectId\` is given`. */
function isElsewhere(description: string, input: JsonObject): boolean {
  const [, name] = /\b(?:where|if) `(\w+)` is given/.exec(description) ?? [];
  return name !== undefined && !Object.hasOwn(input, name);
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
