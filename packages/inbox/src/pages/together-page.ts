import { html, type Content, type Html } from "@proviso/manifest";
import type { Approval } from "../api/approval.ts";
import type { CallHistory, ReviewedApproval, SeenCall, TogetherResult } from "../api/approval-desk.ts";
import { usableUntil } from "../approvals/usable-until.ts";
import { phraseOfCalls } from "../approvals/phrase-of-calls.ts";
import { shownSentence, shownText } from "../values/shown-text.ts";
import { minorUnits, sizeOfCalls } from "../values/set-calls.ts";
import { lastingEffects, quotesNotice, shownArguments, shownEdits, toFoot } from "./approval-page.ts";
import { planned } from "./planned.ts";
import {
  limits,
  newsTags,
  shortTags,
  shownAsker,
  shownTime,
  soonestFirst,
  stateTag,
} from "./describe-approval.ts";
import { phraseField } from "./decision-form.ts";
import type { Page, Site, Viewer } from "./layout.ts";
import { news } from "./news.ts";
import { logInNotice } from "./log-in-notice.ts";

/** Why a decision was refused, and the calls that were ticked for it. */
interface Refused {
  readonly problem: string;
  readonly ticked: readonly SeenCall[];
  readonly phrase?: string | undefined;
}

/** Several calls of one caller and one tool, each whole, and one decision about those that are ticked: at first none. */
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
  const [, currency = "", digits = ""] = /, ([A-Z]{3}) [\d,]+\.?(\d*)/.exec(size) ?? [];
  const phrase = phraseOfCalls(approvals);
  // The foot stays on the screen within its form alone.
  const body = html`<form class="together" method="post" action="${addressOf(base, approvals)}">
    <p><a href="${base}/">All approvals</a>${toFoot}</p>
    <h1>${shownText(title)}</h1>
    ${
      first &&
      html`<p class="soft">
          <code>${first.terms.tool}</code> in ${shownText(first.terms.product)},
          ${shownText(first.terms.env)}, asked for by ${shownAsker(first)}
        </p>
        <ul class="tags">
          ${shortTags(first)}
        </ul>
        ${lastingEffects(first)}${quotesNotice}
        <p>${limits(soonestFirst(approvals)[0] ?? first)}</p>`
    }
    ${refused ? html`<p class="card refused" role="alert">${refused.problem}</p>` : ""}
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
      <p>
        A yes lets each ticked call run once, with exactly what is
        shown.${first?.shown.plan ? " If one of them runs, and another would then do something else, you are asked again about that one." : ""}
        It approves no other call: what is not ticked goes on waiting. To deny a call, open it by its number.
      </p>
      <label for="reason">Reason <span>(put on record)</span></label>
      <textarea id="reason" name="reason" rows="2" maxlength="1000"></textarea>
      ${phrase === undefined ? "" : phraseField(phrase, refused?.phrase, "the ticked calls")}
    </section>
    <p class="buttons foot" id="foot">
      <button value="approve" data-currency="${currency}" data-digits="${String(digits.length)}">
        Approve the ticked calls
      </button>
      <button class="plain" type="button" data-tick-all hidden>Tick all</button>
    </p>
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
  return (
    refused !== undefined &&
    refused.ticked.some((seen) => seen.id === id && (seen.revision ?? 0) === revision)
  );
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
  const { edited, id, revision = 0, shown } = approval;
  return html`<section class="card" aria-labelledby="${name}-title">
    <h2 id="${name}-title">
      ${
        mayApprove(approval)
          ? html`<input
              type="checkbox"
              id="${name}"
              name="${name}"
              value="${String(revision)}"
              aria-labelledby="${name}-title"
              data-units="${String(minorUnits(shown))}"
              ${checked ? "checked" : ""}
            />`
          : ""
      }
      <a href="${site.base}/${id}">${place}</a>: <label for="${name}">${shownSentence(shown)}</label>
    </h2>
    <ul class="tags">
      ${approval.state === "pending" ? "" : stateTag(approval)}${newsTags(history)}
    </ul>
    ${history && news(history, approval)}${shownEdits(approval)}${shownArguments(approval)}${
      shown.plan &&
      html`<h3>What would happen</h3>
        ${planned(shown.plan, shown.sideEffects, false, shown.input)}`
    }
    ${edited?.isUnbound ? "" : logInNotice(site, approval)}
    ${mayApprove(approval) ? "" : html`<p class="warning">You cannot approve this call here.</p>`}
  </section>`;
}

/** What became of each ticked call; `asked` is the number of calls on the page. */
export function togetherResultPage(
  { base }: Site,
  viewer: Viewer,
  results: Extract<TogetherResult, { ok: true }>["results"],
  asked: number,
): Page {
  const approved = results.filter(({ result }) => result.ok).length;
  const title = `Approved ${approved} of ${asked}`;
  const waiting = asked - results.length;
  const body = html`<p><a href="${base}/">All approvals</a></p>
    <h1>${title}</h1>
    <p>
      ${approved > 0 ? "Nothing has run yet. Tell the agent, or whom it acts for, to go on: each approved call may run once." : ""}
      ${waiting > 0 ? `${waiting} that ${waiting === 1 ? "was not ticked goes" : "were not ticked go"} on waiting.` : ""}
    </p>
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

function approvedText(approval: Approval): Content {
  const { decisions, state } = approval;
  if (state !== "pending") return html`approved, until ${shownTime(usableUntil(approval), "seconds")}`;
  return decisions.at(-1)?.verdict === "identify"
    ? "your log-in counts; others have to approve"
    : "your yes counts; it still needs more";
}
