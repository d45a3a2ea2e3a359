import type { CallHistory, ReviewedApproval } from "../api/approval-desk.ts";
import { html, planParts, type Content, type Html } from "@proviso/manifest";
import type { ApprovalState } from "@proviso/server/extension";
import { yesIn } from "../approvals/may-decide.ts";
import { shownProse, shownSentence, shownText } from "../values/shown-text.ts";
import { newsTags, shortTags, shownAsker, shownTime, stateTag, timeLeft } from "./describe-approval.ts";
import { setOfPlan, sizeOfCalls } from "../values/set-calls.ts";
import type { Page, Site, Viewer } from "./layout.ts";
import { addressOf } from "./together-page.ts";

interface View {
  readonly title: string;
  readonly none: string;
  readonly states: readonly ApprovalState[];
}

export type ViewName = "waiting" | "decided" | "expired";

const views: Readonly<Record<ViewName, View>> = {
  waiting: { title: "Needs your decision", none: "Nothing needs your decision.", states: ["pending"] },
  decided: {
    title: "Decided",
    none: "Nothing was decided in the last day.",
    states: ["approved", "consumed", "denied"],
  },
  expired: {
    title: "Ended",
    none: "Nothing has expired or been withdrawn in the last day.",
    states: ["expired", "withdrawn"],
  },
};

export function isViewName(name: string): name is ViewName {
  return Object.hasOwn(views, name);
}

/** What somebody has decided. */
interface Rate {
  readonly yes: number;
  readonly no: number;
}

type Histories = ReadonlyMap<string, CallHistory | undefined>;

interface ListExtras {
  /** Counts what the viewer has decided about the calls that are listed. */
  readonly rate?: (listed: readonly ReviewedApproval[]) => Rate;
  readonly notices?: readonly string[];
  /** By the id of the approval. */
  readonly histories?: Histories;
}

/** The approvals of one view; `approvals` are what somebody may see, in the waiting view at least the open ones. */
export function listPage(
  site: Site,
  viewer: Viewer,
  approvals: readonly ReviewedApproval[],
  view: ViewName,
  { rate, notices = [], histories }: ListExtras = {},
): Page {
  const { none, states, title } = views[view];
  const shown = approvals.filter(({ state }) => states.includes(state));
  const latest = shown.toSorted((one, other) => changedAt(other) - changedAt(one));
  const counts = view === "decided" ? rate?.(shown) : undefined;
  const [own, others] = [false, true].map((isBarred) =>
    shown.filter(
      // Whoever asks has to log in again: that is not for others to do.
      ({ objection = "log_in_too_old" }) =>
        view === "waiting" && (objection !== "log_in_too_old") === isBarred,
    ),
  );
  const lists =
    view === "waiting"
      ? [
          ...groupsOf(own ?? []).map((group) => groupLink(site, group)),
          list(site, own ?? [], histories),
          others?.length
            ? html`<p class="soft">For others to decide:</p>
                ${list(site, others, histories)}`
            : "",
        ]
      : list(site, latest, histories);
  const body = html`<h1>Approvals</h1>
    <nav aria-label="Views" id="views" data-part>
      <ul>
        ${Object.keys(views).map((name) => tab(site, shown.length, name as ViewName, view))}
        <li><a href="${site.base}/mandates">Standing approvals</a></li>
      </ul>
    </nav>
    ${
      counts && counts.yes + counts.no > 0
        ? html`<p id="rate" class="soft" data-part>
            Of the calls listed here, you said yes to ${counts.yes} and no to ${counts.no}.
          </p>`
        : ""
    }
    <div id="list" data-part>
      ${
        view === "waiting" && notices.length > 0
          ? html`<section class="card" aria-label="Notices">
              ${notices.map((notice) => html`<p>${shownProse(notice)}</p>`)}
            </section>`
          : ""
      }
      ${(view === "waiting" ? own : shown)?.length ? "" : html`<p>${none}</p>`}${lists}
    </div>
    ${site.pushKey === undefined ? "" : pushOffer(site.pushKey)}`;
  return { title, body, viewer, isLive: true };
}

/** Shown by the script, where the browser can be notified. */
function pushOffer(key: string): Html {
  return html`<section class="card" data-push="${key}" aria-label="Notifications" hidden>
    <p role="status"></p>
    <button class="plain" type="button">Notify me on this device</button>
  </section>`;
}

/** Calls that can be approved at once, the oldest, as many as the contract allows, in the order of the list. */
function groupsOf(approvals: readonly ReviewedApproval[]): readonly (readonly ReviewedApproval[])[] {
  const groups = Map.groupBy(
    approvals.toReversed(),
    ({ terms: { product, env, tool, principal, contractHash } }) =>
      JSON.stringify([product, env, tool, principal, contractHash]),
  );
  return [...groups.values()]
    .map((group) => group.slice(0, group[0]?.rules.together ?? 1).toReversed())
    .filter((group) => group.length > 1);
}

function groupLink({ base }: Site, group: readonly ReviewedApproval[]): Html {
  const size = sizeOfCalls(group.map(({ shown }) => shown));
  return html`<p class="card">
    <a href="${addressOf(base, group)}"
      >Approve some or all of ${size}: ${shownText(group[0]?.shown.title ?? "")}</a
    >
  </p>`;
}

/** Only the present view is counted: the others are not read for it. */
function tab({ base }: Site, count: number, name: ViewName, present: ViewName): Html {
  const { title } = views[name];
  const path = name === "waiting" ? "" : `?show=${name}`;
  return name === present
    ? html`<li><a href="${base}/${path}" aria-current="page">${title} (${count})</a></li>`
    : html`<li><a href="${base}/${path}">${title}</a></li>`;
}

/** What each call does, in a sentence, and what is new about it; all its arguments are on its page. Who asks for all stands there once. */
function list({ base }: Site, approvals: readonly ReviewedApproval[], histories?: Histories): Html {
  const askers = approvals.map(
    (each) => html`Asked for by ${shownAsker(each)}, ${shownText(each.terms.env)}`,
  );
  const isOne = approvals.length > 1 && askers.every(({ text }) => text === askers[0]?.text);
  return html`${isOne ? html`<p class="soft">${askers[0]}:</p>` : ""}
    <ul class="waiting">
      ${approvals.map(
        (approval, index) =>
          html`<li class="card">
            <h2>
              <a href="${base}/${approval.id}" id="a-${approval.id}">${shownSentence(approval.shown)}</a>
            </h2>
            ${approval.state === "pending" ? foreseen(approval) : ""}${isOne ? "" : html`<p class="soft">${askers[index]}</p>`}
            <ul class="tags">
              ${approval.state === "pending" ? timeLeft(approval) : html`<li class="soft">${approval.state === "withdrawn" ? "asked for " : ""}${shownTime(changedAt(approval))}</li>`}
              ${approval.state === "pending" && yesIn(approval) === 0 ? "" : stateTag(approval, histories?.get(approval.id)?.run)}
              ${newsTags(approval.state === "pending" ? histories?.get(approval.id) : undefined)}${shortTags(approval)}
            </ul>
          </li>`,
      )}
    </ul>`;
}

/** The first thing that the plan warns of, or else foresees: it names what ids stand for. */
function foreseen({ shown: { plan, sideEffects } }: ReviewedApproval): Content {
  if (!plan || setOfPlan(plan)) return "";
  const { expected, warnings } = planParts(plan, sideEffects);
  const [[warning], [effect]] = [warnings, expected];
  if (warning !== undefined) return html`<p class="warning">${shownProse(warning)}</p>`;
  return effect === undefined ? "" : html`<p class="soft">${shownProse(effect)}</p>`;
}

/** When it was decided, or its time was up. A standing approval was given before the call; when a call was withdrawn is not kept. */
function changedAt({ createdAt, decisions, expiresAt, mandate, state }: ReviewedApproval): number {
  if (state === "expired") return expiresAt;
  return mandate || state === "withdrawn" ? createdAt : (decisions.at(-1)?.at ?? createdAt);
}
