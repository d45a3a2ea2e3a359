import { html, type Html } from "@proviso/manifest";
import type { Approval } from "../api/approval.ts";
import type { CallHistory, ReviewedApproval, SeenCall, TogetherResult } from "../api/approval-desk.ts";
import { phraseOfCalls } from "../approvals/phrase-of-calls.ts";
import { shownSentence, shownText } from "../values/shown-text.ts";
import { sizeOfCalls } from "../values/set-calls.ts";
import { news, planned, shownArguments, shownEdits } from "./approval-page.ts";
import { riskTags, shownAsker, shownTime, stateTag } from "./describe-approval.ts";
import { phraseField } from "./decision-form.ts";
import type { Page, Site, Viewer } from "./layout.ts";
import { logInNotice } from "./log-in-notice.ts";

/** Why a decision was refused, and the calls that were ticked for it. */
interface Refused {
  readonly problem: string;
  readonly ticked: readonly SeenCall[];
}

/** Several calls of one caller and one tool, each whole, and one decision about those that are ticked: at first all of them. */
export function togetherPage(
  site: Site,
  viewer: Viewer,
  approvals: readonly ReviewedApproval[],
  histories: readonly (CallHistory | undefined)[],
  refused?: Refused,
): Page {
  const { base } = site;
  const [first] = approvals;
  const size = sizeOfCalls(approvals.filter(mayApprove).map(({ shown }) => shown));
  const title = first ? `${size}: ${first.shown.title}` : "Nothing waits";
  const phrase = phraseOfCalls(approvals);
  const body = html`<p><a href="${base}/">All approvals</a></p>
    <h1>${shownText(title)}</h1>
    ${first && html`<p class="soft"><code>${first.terms.tool}</code> in ${shownText(first.terms.product)}, ${shownText(first.terms.env)}, asked for by ${shownAsker(first)}</p>`}
    ${refused ? html`<p class="card refused" role="alert">${refused.problem}</p>` : ""}
    <form method="post" action="${addressOf(base, approvals)}">
      <input type="hidden" name="token" value="${viewer.formToken}" />
      ${approvals.map((approval, index) =>
        callSection(
          site,
          approval,
          histories[index],
          `${index + 1} of ${approvals.length}`,
          `call-${index}`,
          isTicked(approval, refused),
        ),
      )}
      <section class="card answer" aria-labelledby="decide">
        <h2 id="decide">Decide</h2>
        <p>A yes lets each ticked call run once, with exactly what is shown. It approves no other call.</p>
        <label for="reason">Reason <span>(put on record)</span></label>
        <textarea id="reason" name="reason" rows="2" maxlength="1000"></textarea>
        ${phrase === undefined ? "" : phraseField(phrase, "the ticked calls")}
        <p class="buttons">
          <button>
            <span class="if-all">Approve ${size}</span><span class="if-some">Approve the ticked calls</span>
          </button>
        </p>
      </section>
    </form>`;
  return { title, body, viewer };
}

/** The address of the page for these calls. */
export function addressOf(base: string, approvals: readonly SeenCall[]): string {
  return `${base}/together?ids=${approvals.map(({ id }) => id).join(",")}`;
}

/** The calls that are ticked, as they were shown. */
export function readTicked(form: ReadonlyMap<string, string>, ids: readonly string[]): readonly SeenCall[] {
  return ids.flatMap((id, index) => {
    const revision = form.get(`call-${index}`);
    return revision === undefined ? [] : [{ id, revision: Number(revision) }];
  });
}

/** A call that has changed since is another one. */
function isTicked({ id, revision = 0 }: ReviewedApproval, refused?: Refused): boolean {
  return !refused || refused.ticked.some((seen) => seen.id === id && (seen.revision ?? 0) === revision);
}

function mayApprove({ edited, objection, state }: ReviewedApproval): boolean {
  return state === "pending" && objection === undefined && !edited?.isUnbound;
}

function callSection(
  site: Site,
  approval: ReviewedApproval,
  history: CallHistory | undefined,
  place: string,
  name: string,
  checked: boolean,
): Html {
  const { createdAt, edited, id, revision = 0, shown } = approval;
  return html`<section class="card" aria-labelledby="${name}-title">
    <h2 id="${name}-title"><a href="${site.base}/${id}">${place}</a>: ${shownSentence(shown)}</h2>
    <ul class="tags">
      ${stateTag(approval)}${riskTags(approval)}
    </ul>
    <p class="soft">${shownTime(createdAt)}</p>
    ${history && news(history, approval)}${shownEdits(approval)}${shownArguments(approval)}${
      shown.plan &&
      html`<h3>What would happen</h3>
        ${planned(shown.plan, shown.sideEffects)}`
    }
    ${edited?.isUnbound ? "" : logInNotice(site, approval)}
    ${
      mayApprove(approval)
        ? html`<label
            ><input type="checkbox" name="${name}" value="${String(revision)}" ${checked ? "checked" : ""} />
            Approve call ${place}</label
          >`
        : html`<p class="warning">You cannot approve this call here.</p>`
    }
  </section>`;
}

/** What became of each call. */
export function togetherResultPage(
  { base }: Site,
  viewer: Viewer,
  results: Extract<TogetherResult, { ok: true }>["results"],
): Page {
  const approved = results.filter(({ result }) => result.ok).length;
  const title = `Approved ${approved} of ${results.length}`;
  const body = html`<p><a href="${base}/">All approvals</a></p>
    <h1>${title}</h1>
    <ol>
      ${results.map(
        ({ id, result }) =>
          html`<li>
            <a href="${base}/${id}">${result.ok ? shownSentence(result.approval.shown) : id.slice(0, 12)}</a>:
            ${
              result.ok
                ? approvedText(result.approval)
                : html`<strong class="warning">not approved: ${result.message}</strong>`
            }
          </li>`,
      )}
    </ol>`;
  return { title, body, viewer };
}

function approvedText({ decisions, state }: Approval): string {
  if (state !== "pending") return "approved";
  return decisions.at(-1)?.verdict === "identify"
    ? "your log-in counts; others have to approve"
    : "your yes counts; it still needs more";
}
