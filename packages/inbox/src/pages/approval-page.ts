import type { Approval, ApprovalDecision } from "../api/approval.ts";
import type { ReviewedApproval } from "../api/approval-desk.ts";
import {
  html,
  planParts,
  type Content,
  type Html,
  type JsonObject,
  type SideEffect,
} from "@proviso/manifest";
import { logInText } from "@proviso/server/extension";
import { usableUntil } from "../approvals/usable-until.ts";
import { editsIn } from "../approvals/narrow.ts";
import { endings } from "../approvals/withdrawals.ts";
import { shownText } from "../values/shown-text.ts";
import { shownObject } from "../values/shown-value.ts";
import { decisionForm } from "./decision-form.ts";
import { riskTags, shownAsker, shownDecider, shownTime, stateTag } from "./describe-approval.ts";
import type { Page, Site, Viewer } from "./layout.ts";

/** Items of a list in a plan; how many there are, and their digest, is shown of longer ones. Arguments are shown whole. */
const longestPlanList = 1000;

/** Everything that a decision covers, then the decision. `problem`: why the last one came to nothing. */
export function approvalPage(site: Site, viewer: Viewer, approval: ReviewedApproval, problem?: string): Page {
  const { shown, terms } = approval;
  const body = html`<p><a href="${site.base}/">All approvals</a></p>
    <h1>${shownText(shown.title)}</h1>
    <p class="soft"><code>${terms.tool}</code></p>
    ${problem === undefined ? "" : html`<p class="card refused" role="alert">${problem}</p>`}
    ${shownEarlier(approval)}${shownNeighbours(site, approval)}
    <div id="state" data-part>
      <ul class="tags">
        ${stateTag(approval)}${riskTags(approval)}
      </ul>
      ${approval.decisions.map(shownDecision)}
    </div>
    ${section("who", "Who asks", facts(approval))}
    ${section("what", "What it does", [html`<p>${shownText(shown.description)}</p>`, effects(shown.sideEffects)])}
    ${shown.plan && plannedSection(shown.plan, shown.sideEffects)}
    ${section("arguments", "With these arguments", [shownEdits(approval), shownObject(shown.input, Infinity)])}
    ${decisionForm(site, viewer, approval)}`;
  return { title: shown.title, body, viewer, isLive: true };
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
function shownNeighbours({ base }: Site, { replacedBy, replaces }: Approval): Content {
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

function plannedSection(plan: JsonObject, sideEffects: readonly SideEffect[]): Html {
  const { expected, missingPermissions, notes, preview, warnings } = planParts(plan, sideEffects);
  const missing = missingPermissions.map((each) => `The permission ${each} is missing.`);
  return section("plan", "What would happen", [
    textList([...warnings, ...missing], "warning"),
    textList(expected, ""),
    Object.keys(preview).length > 0 ? shownObject(preview, longestPlanList) : "",
    html`<p class="kind">${notes.join(" ")}</p>`,
  ]);
}

function textList(texts: readonly string[], tone: string): Content {
  if (texts.length === 0) return "";
  return html`<ul class="${tone}">
    ${texts.map((text) => html`<li>${shownText(text)}</li>`)}
  </ul>`;
}

function section(id: string, title: string, content: Content): Html {
  return html`<section class="card" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
  </section>`;
}

function facts(approval: ReviewedApproval): Html {
  const { channel, createdAt, expiresAt, logIn, rules, shown, state, terms } = approval;
  const rows: readonly (readonly [string, Content])[] = [
    ["Asked for by", shownAsker(approval)],
    ["Product", shownText(terms.product)],
    ["Environment", shownText(terms.env)],
    ["Over", channel === "mcp" ? "MCP" : channel],
    ["At", shownTime(createdAt)],
    ...(state === "pending" ? [["Waits until", shownTime(expiresAt)] as const] : []),
    ...(state === "approved" ? [["Can be used", shownUse(approval)] as const] : []),
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

function shownUse(approval: ReviewedApproval): Html {
  return html`once, by this call alone, before ${shownTime(usableUntil(approval), "seconds")}; not after a
  change of the tool's contract or of the plan, a pause, or a no`;
}

function approverRule({ approver, approvers, isFromStated, logIn, permissions }: Approval["rules"]): Content {
  const count = approvers > 1 ? `${approvers} people` : undefined;
  const who =
    approver === "other"
      ? `${count ?? "somebody"} other than the person who asks`
      : isFromStated
        ? (count ?? "anybody")
        : "the person who asks";
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
          <strong>${kind}</strong>: ${shownText(description)}
          ${reversible ? "" : html`<strong class="warning">It cannot be undone.</strong>`}
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
  return html`<p class="card ${verdict === "deny" ? "refused" : "done"}">
    ${verdicts[verdict]} by ${shownDecider(by)}, ${via},
    ${shownTime(at)}${together === undefined ? "" : `, with ${together - 1} more at once`}${reason === undefined ? "" : html`: ${shownText(reason)}`}
  </p>`;
}
