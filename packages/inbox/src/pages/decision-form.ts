import type { Approval, Objection } from "../api/approval.ts";
import type { ReviewedApproval } from "../api/approval-desk.ts";
import { html, type Content, type Html } from "@proviso/manifest";
import { logInText } from "@proviso/server/extension";
import { hasApproved, isYesEnough } from "../approvals/may-decide.ts";
import { isPhrase } from "../approvals/phrase-of-calls.ts";
import { usableUntil } from "../approvals/usable-until.ts";
import { approveText, setOfPlan } from "../values/set-calls.ts";
import { shownSentence } from "../values/shown-text.ts";
import { shownTime } from "./describe-approval.ts";
import { editFields, type Entered } from "./edit-fields.ts";
import type { Site, Viewer } from "./layout.ts";
import { logInNotice, signInAgain } from "./log-in-notice.ts";

const objections: Readonly<Record<Objection, string>> = {
  own_call: "This call was made for you, so somebody else has to approve it. You can deny it.",
  decided_before: "You have decided; somebody else has to approve it as well. You can still deny it.",
  needs_signed_in_people:
    "Several people have to approve this, each of them signed in: nobody verifies the name of an operator. You can deny it.",
  another_issuer:
    "Whoever asked or approved has an id of another issuer than yours, so nobody can tell whether you are another person. You can deny it; ask whoever runs this server to let you approve.",
  not_the_asker: "Only the person who asks approves this.",
  lacks_permission: "You lack the permission to approve this.",
  another_tenant: "This belongs to another tenant.",
  log_in_too_old:
    "To approve this, you need a newer or stronger log-in than the one you have here. You can deny it.",
};

/** Yes or no, with a reason; the phrase and the two buttons stay at the foot of the screen. Empty for a call that has ended. */
export function decisionForm(
  site: Site,
  { formToken }: Viewer,
  approval: ReviewedApproval,
  entered?: Entered,
): Html {
  const { base } = site;
  const { edited, expiresAt, id, identifies, objection, revision = 0, rules, shown, state } = approval;
  const isOpen = state === "pending" || state === "approved";
  if (!isOpen)
    return html`<div id="decision" data-part></div>
      <div id="foot" data-part></div>`;
  const isUnbound = edited?.isUnbound === true;
  const mayApprove = state === "pending" && objection === undefined && !isUnbound;
  const phrase = mayApprove ? shown.phrase : undefined;
  const isGiven =
    state === "approved" ||
    objection === "decided_before" ||
    ((objection === "log_in_too_old" || identifies === true) && hasApproved(approval));
  return html`<section class="card answer" id="decision" data-part aria-labelledby="decide">
      <h2 id="decide">${isGiven ? "Take it back" : "Decide"}</h2>
      <p>
        ${whatCounts(approval, mayApprove)}
        ${isGiven ? "That is a no, which runs nothing" : "A no runs nothing"}: the caller is told, and refused
        the same call until ${shownTime(expiresAt)}.
      </p>
      ${isUnbound || objection === "log_in_too_old" ? "" : logInNotice(site, approval)}${mayApprove && !identifies && rules.approvers === 1 ? html`<p><a href="${base}/mandates/new?approval=${id}">If many like it will come: approve the next ones too</a></p>` : ""}
      <form id="answer" method="post" action="${base}/${id}">
        <input type="hidden" name="token" value="${formToken}" />
        <input type="hidden" name="revision" value="${String(revision)}" />
        <label for="reason"
          >Reason <span>(put on record; a reason for a no is passed on to the agent)</span></label
        >
        <textarea id="reason" name="reason" rows="2" maxlength="1000" ${entered && html`data-asked=""`}>
${entered?.get("reason") ?? ""}</textarea>
      </form>
    </section>
    <div class="buttons foot" id="foot" data-part>
      ${
        phrase === undefined
          ? ""
          : html`<div class="answer">
              <p class="what">${shownSentence(shown)}</p>
              ${phraseField(phrase, entered?.get("phrase"), "", "answer", identifies ? "confirm" : "approve")}
            </div>`
      }${
        mayApprove
          ? html`<button form="answer" name="verdict" value="approve">
              ${identifies ? "Confirm that it is you" : approveText(shown)}
            </button>`
          : tooOld(site, approval)
      }
      <button form="answer" class="no" name="verdict" value="deny" formnovalidate>
        ${isGiven ? "Take my yes back" : "Deny"}
      </button>
    </div>`;
}

/** What a yes would do, what became of one, or why nobody here can give it. */
function whatCounts(approval: ReviewedApproval, mayApprove: boolean): Content {
  const { edited, identifies, objection } = approval;
  if (mayApprove && !identifies) return once(approval);
  if (mayApprove) return isYesEnough(approval) ? confirmation : identification;
  if (edited?.isUnbound) return unbound;
  if (objection === undefined) return takeBack;
  if (objection === "decided_before") return decidedBefore(approval);
  return objection === "log_in_too_old" && isYesEnough(approval) ? "" : objections[objection];
}

function tooOld(site: Site, { decisions, id, objection, rules }: ReviewedApproval): Content {
  if (objection !== "log_in_too_old" || !rules.logIn) return "";
  const to = isYesEnough({ decisions, rules }) ? "To let it run" : "To approve";
  return html`<span>${to}, sign in again: it needs ${logInText(rules.logIn)}.</span>
    ${signInAgain(site, id)}`;
}

/** Fields of the form below to approve less, beside what they change. */
export function lessFields(approval: ReviewedApproval, entered?: Entered): Html {
  const { edited, identifies, objection, state } = approval;
  const mayApprove = state === "pending" && objection === undefined && !edited?.isUnbound;
  const fields = mayApprove && !identifies ? editFields(approval, entered) : [];
  return html`<div id="less" class="answer" data-part>
    ${fields.length > 0 ? html`<p>You may approve less than was asked for:</p>` : ""}${fields}
  </div>`;
}

/** What the yes of this reviewer counts for now. */
function decidedBefore(approval: ReviewedApproval): Content {
  const takeYesBack = "You can still take your yes back.";
  if (approval.state === "approved")
    return html`Your yes counts. Nothing has run by it yet: the
    ${approval.asker.kind === "agent" ? "agent" : "person who asks"} may make this call once, until
    ${shownTime(usableUntil(approval), "seconds")}. ${takeYesBack}`;
  return isYesEnough(approval)
    ? `Your yes counts, but the person who asks has to sign in again before the call can run. ${takeYesBack}`
    : objections.decided_before;
}

const unbound =
  "It was changed. When the caller makes the call again, the changed call is checked and planned, and can be approved here.";
const identification =
  "The call needs to know that it is you who asks. With your log-in here, others may approve it.";

const confirmation = "It is approved already. With your log-in here, it may run once, as shown above.";

const takeBack = "It is approved, and not used yet. You can still take the yes back.";

function once({ shown: { plan }, terms: { tool } }: Approval): Html {
  if (plan && setOfPlan(plan))
    return html`A yes lets each of these calls run once, with exactly what is shown above.`;
  return html`A yes lets <code>${tool}</code> run once, with exactly what is shown above.`;
}

const typed = html`autocomplete="off" autocapitalize="off" spellcheck="false"`;

/**
 * Where a phrase is typed, to do what `word` says. A wrong one that was entered is kept, and the page's script ties the refusal to it.
 * `form`: the id of the form, outside of it.
 */
export function phraseField(
  phrase: string,
  entered: string | undefined,
  what: string = "exactly this",
  form?: string,
  word: "approve" | "confirm" = "approve",
): Html {
  const kept = isPhrase(entered ?? phrase, phrase) ? html`value=""` : html`value="${entered}" data-asked=""`;
  return html`<label for="phrase">To ${word}${what && ` ${what}`}, type <kbd>${phrase}</kbd></label>
    <input id="phrase" name="phrase" ${form && html`form="${form}"`} ${kept} ${typed} required />`;
}
