import { html, type Content, type Html, type ToolContract } from "@proviso/manifest";
import { moneyOf, numberText } from "@proviso/manifest/question";
import type { ReviewedApproval } from "../api/approval-desk.ts";
import type { MandateState, MandateTerms, ReviewedMandate } from "../api/mandate.ts";
import { limitsIn, onlyText } from "../mandates/limits.ts";
import { argumentsOf } from "../mandates/term-arguments.ts";
import { shownSentence, shownText } from "../values/shown-text.ts";
import { shownAsker, shownDate, shownDecider, shownTime } from "./describe-approval.ts";
import type { Page, Site, Viewer } from "./layout.ts";
import { mostInAll, termSentences } from "./term-sentences.ts";

/** The state of a standing approval, after "it". */
export const mandateStates: Readonly<Record<MandateState, string>> = {
  active: "in force",
  used_up: "is used up",
  expired: "has expired",
  revoked: "was revoked",
  replaced: "was replaced by another",
  contract_changed: "is suspended: the contract of its tool has changed",
  paused: "is suspended: the tool was paused",
  clock_set_back: "is suspended: the clock was set back",
};

/** All standing approvals that somebody may see, and the tools for which they may grant one. */
export function mandatesPage(
  { base }: Site,
  viewer: Viewer,
  mandates: readonly ReviewedMandate[],
  tools: readonly ToolContract[],
): Page {
  const body = html`<p class="soft"><a href="${base}/">All approvals</a></p>
    <h1>Standing approvals</h1>
    <p>
      Calls that a person has approved beforehand. They run without a question, and are shown here afterwards.
    </p>
    ${mandates.length === 0 ? html`<p>There is none.</p>` : ""}
    <ul class="waiting">
      ${mandates.map(
        (mandate) =>
          html`<li class="card">
            <h2><a href="${base}/mandates/${mandate.id}">${shownText(mandate.title)}</a></h2>
            ${shownTerms(mandate, mandate.contract)}
            <ul class="tags">
              ${mandateTag(mandate)}
            </ul>
          </li>`,
      )}
    </ul>
    ${tools.length === 0 ? "" : chooseTool(base, tools)}`;
  return { title: "Standing approvals", body, viewer };
}

function chooseTool(base: string, tools: readonly ToolContract[]): Html {
  return html`<form class="card answer" method="get" action="${base}/mandates/new">
    <label for="tool">Approve calls beforehand, of the tool</label>
    <select id="tool" name="tool">
      ${tools.map(({ name, title }) => html`<option value="${name}">${title} (${name})</option>`)}
    </select>
    <p><button>Go on</button></p>
  </form>`;
}

function mandateTag({ count, state, used }: ReviewedMandate): Html {
  const tone = state === "active" ? "good" : "warn";
  return html`<li class="tag ${tone}">${mandateStates[state]}</li>
    <li class="tag">${used} of ${count} used</li>`;
}

/** An amount that counts towards the total: as money where one currency is meant. */
function amountText({ total, when }: MandateTerms, contract: ToolContract, amount: number): Content {
  const of = total?.of ?? "";
  const { currency = "" } = argumentsOf(contract).find(({ name }) => name === of) ?? {};
  const code = onlyText(limitsIn(when), currency) ?? currency;
  return (
    moneyOf({ cents: amount, currency: code }) ?? html`${numberText(amount)} of <code>${shownText(of)}</code>`
  );
}

/** The whole of what is granted, in sentences; the condition is open where they do not say it. */
export function shownTerms(terms: MandateTerms, contract: ToolContract): Html {
  const { caller, count, tool, total, until, when } = terms;
  const most = mostInAll(terms, contract);
  const sum = total && html`, together at most ${most ?? amountText(terms, contract, total.limit)}`;
  const said = termSentences(terms, contract);
  return html`<p>
      ${count === 1 ? "One call" : `Up to ${count} calls`} of <code>${tool}</code> by
      ${shownAsker({ asker: caller })}${sum}, until
      ${shownDate(until)}${said ? "." : ", if this condition holds:"}
    </p>
    ${said && html`<p class="terms">${said.map(({ text }) => html`${shownText(text)} `)}</p>`}
    <details ${said ? undefined : html`open`}>
      <summary>As a formula, for programmers</summary>
      <p><span class="text long">${shownText(when)}</span></p>
    </details>`;
}

/** One standing approval: what it allows, what has used it, and how to end it. `begunWith`: the call that was approved with it. */
export function mandatePage(
  { base }: Site,
  { formToken, ...viewer }: Viewer,
  mandate: ReviewedMandate,
  {
    uses,
    begunWith,
  }: Readonly<{ uses: readonly ReviewedApproval[]; begunWith?: ReviewedApproval | undefined }>,
  problem?: string,
): Page {
  const { by, contract, ended, grantedAt, id, replaces, spent, state, title, total, via } = mandate;
  const former = replaces && html` In the place of <a href="${base}/mandates/${replaces}">another</a>.`;
  const again = state === "contract_changed" || state === "paused" ? "Look at it again" : "Narrow it";
  const body = html`<p class="soft"><a href="${base}/mandates">All standing approvals</a></p>
    <h1>${shownText(title)}</h1>
    ${problem === undefined ? "" : html`<p class="card refused" role="alert">${problem}</p>`}
    ${begunWith?.state === "approved" ? html`<p class="card done">The waiting call is approved too: <a href="${base}/${begunWith.id}">${shownSentence(begunWith.shown)}</a></p>` : ""}
    <ul class="tags" id="state">
      ${mandateTag(mandate)}
    </ul>
    ${shownTerms(mandate, contract)}${total && html`<p>Used: ${amountText(mandate, contract, spent)}.</p>`}
    ${ended && html`<p><strong>No call runs by it any more.</strong></p>`}
    <p>Granted by ${shownDecider(by)}, ${via}, ${shownTime(grantedAt)}.${former}${endedBy(ended)}</p>
    ${usesList(base, uses)}
    ${
      ended || state === "expired" || state === "used_up"
        ? ""
        : html`<section class="card answer">
            <p><a href="${base}/mandates/new?mandate=${id}">${again}</a></p>
            <form id="end" method="post" action="${base}/mandates/${id}">
              <input type="hidden" name="token" value="${formToken}" />
              <label for="reason">Reason <span>(put on record)</span></label>
              <textarea id="reason" name="reason" rows="2" maxlength="1000"></textarea>
              <p class="buttons"><button class="no">Revoke it</button></p>
            </form>
          </section>`
    }`;
  return { title, body, viewer: { formToken, ...viewer } };
}

function endedBy(ended: ReviewedMandate["ended"]): Content {
  if (!ended?.by) return "";
  return html` Ended ${shownTime(ended.at)}, by
  ${shownDecider(ended.by)}${ended.reason ? html`: ${shownText(ended.reason)}` : "."}`;
}

function usesList(base: string, uses: readonly ReviewedApproval[]): Html {
  if (uses.length === 0) return html`<p>No call has used it in the last day.</p>`;
  return html`<h2>Calls that used it in the last day</h2>
    <ol reversed>
      ${uses.map(
        ({ createdAt, id, shown }) =>
          html`<li><a href="${base}/${id}">${shownSentence(shown)}</a>, ${shownTime(createdAt)}</li>`,
      )}
    </ol>`;
}
