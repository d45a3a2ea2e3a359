import {
  canonicalJson,
  html,
  type Content,
  type Html,
  type JsonObject,
  type ToolContract,
} from "@proviso/manifest";
import { callSentence, sentenceText } from "@proviso/manifest/question";
import { logInText } from "@proviso/server/extension";
import type { CallHistory, ReviewedApproval } from "../api/approval-desk.ts";
import type { MandateExamples, MandateStart, MandateTerms } from "../api/mandate.ts";
import { phraseOfGrant } from "../approvals/phrase-of-grant.ts";
import { choicesOf, currencyIn, enteredText } from "../mandates/choices.ts";
import { maxRecords } from "../approvals/call-history.ts";
import { argumentsOf, type TermArgument } from "../mandates/term-arguments.ts";
import { shownProse, shownText } from "../values/shown-text.ts";
import { shownObject } from "../values/shown-value.ts";
import { choiceFields, option } from "./choice-fields.ts";
import { phraseField } from "./decision-form.ts";
import { type Page, section, type Site, type Viewer } from "./layout.ts";
import { signInAgain } from "./log-in-notice.ts";
import { shownTerms } from "./mandate-page.ts";
import { news } from "./news.ts";
import { mostInAll, termSentences } from "./term-sentences.ts";

interface Grant {
  readonly start: MandateStart;
  readonly terms: MandateTerms;
  /** Where the form is sent. */
  readonly action: string;
  /** The waiting call that runs too, and what is new about it. */
  readonly approval?: ReviewedApproval | undefined;
  readonly history?: CallHistory | undefined;
}

const spans: readonly (readonly [hours: number, label: string])[] = [
  [1, "an hour"],
  [8, "8 hours"],
  [24, "a day"],
  [168, "7 days"],
  [720, "30 days"],
];

/** The form for the terms. Nothing is granted by it: the next page shows what they would allow. */
export function grantPage(
  site: Site,
  viewer: Viewer,
  grant: Grant & { readonly entered?: ReadonlyMap<string, string> },
  problem?: string,
): Page {
  const { start, terms, action, approval, history, entered } = grant;
  const { old, tool } = start;
  const isFromTool = !old && start.approval === undefined;
  const { caller, count } = terms;
  const value = (name: string, otherwise: string): string => entered?.get(name) ?? otherwise;
  const choices = old ? [] : choiceFields(start, value);
  const when = value("when", old || choices.length > 0 ? "" : terms.when);
  const body = html`${head(site, tool.title, old ? "Narrow a standing approval" : "Approve calls beforehand")}
    ${problem === undefined ? "" : html`<p class="card refused" role="alert">${sentence(problem)}</p>`}
    ${logInNeeded(site, start, action)}${approval && history && news(history, approval)}${old ? [whatIsLeft(old), whatChanged(start)] : ""}
    <form class="card answer" method="post" action="${action}">
      <input type="hidden" name="token" value="${viewer.formToken}" />
      ${isFromTool ? callerFields(value("caller", caller.id), value("kind", caller.kind)) : ""}
      ${choices}${choices.length > 0 ? unlimited(start) : ""}
      <details ${(!old && choices.length === 0) || when !== "" ? html`open` : undefined}>
        <summary>${old ? "Add a formula, for programmers" : "As a formula, for programmers"}</summary>
        <label for="when"
          >${old ? "And where (may stay empty)" : choices.length > 0 ? "Where (in place of the choices above)" : "Where"}
          <span
            >(CEL over the call, such as <code>input.amount &lt;= 20.0</code>; whatever it cannot be evaluated
            for is asked about.)</span
          ></label
        >
        <textarea id="when" name="when" rows="4" maxlength="2000" spellcheck="false">${when}</textarea>
      </details>
      <label for="count">How many calls</label>
      <input id="count" name="count" value="${value("count", String(count))}" inputmode="numeric" required />
      ${totalFields(start, value)}
      <label for="hours">For how long</label>
      <select id="hours" name="hours">
        ${old ? html`<option value="">As it is</option>` : ""}
        ${spans.map(([hours, label]) => option(String(hours), label, value("hours", old ? "" : "24")))}
      </select>
      <p class="buttons"><button>Show what this would allow</button></p>
    </form>`;
  return { title: tool.title, body, viewer };
}

function head({ base }: Site, title: string, what: string): Html {
  return html`<p class="soft"><a href="${base}/mandates">All standing approvals</a></p>
    <h1>${what}: ${shownText(title)}</h1>`;
}

function callerFields(id: string, kind: string): Html {
  return html`<label for="caller">For calls of <span>(the id in its token)</span></label>
    <input id="caller" name="caller" value="${id}" autocomplete="off" spellcheck="false" required />
    <label for="kind">Who is</label>
    <select id="kind" name="kind">
      ${option("agent", "an agent that acts for this person", kind)}${option("user", "the person", kind)}
    </select>`;
}

/** Arguments that have no choice, such as the text of a letter. */
function unlimited(start: MandateStart): readonly Html[] {
  const chosen = choicesOf(start).map(({ name }) => name);
  return argumentsOf(start.tool)
    .filter(({ name }) => !chosen.includes(name))
    .map(({ name }) => html`<p class="warning"><code>${name}</code>: any. Only a formula limits it.</p>`);
}

function totalFields(start: MandateStart, value: (name: string, otherwise: string) => string): Content {
  const { old, terms, tool } = start;
  const known = argumentsOf(tool).flatMap(({ isNameable, isNumber, name }) =>
    isNameable && isNumber ? name : [],
  );
  const numbers = old?.total ? [old.total.of] : known;
  if (numbers.length === 0) return "";
  const { of = "", limit } = terms.total ?? {};
  const first = limit === undefined ? "" : enteredText(limit, currencyIn(start, of));
  const options = numbers.map((name) => {
    const code = currencyIn(start, name);
    return option(name, code === undefined ? name : `amount, in ${code}`, value("of", of));
  });
  return html`<label for="of">Together at most</label>
    <select id="of" name="of">
      ${old?.total ? "" : option("", "no total", value("of", of))}${options}
    </select>
    <input aria-label="Total" name="limit" value="${value("limit", first)}" inputmode="decimal" />`;
}

function whatIsLeft(old: NonNullable<MandateStart["old"]>): Html {
  return html`<p>What is entered here takes its place, with no more than is left of it. Before:</p>
    ${shownTerms(old, old.contract)}`;
}

/** What the contract said when the standing approval was granted, and says now. */
function whatChanged({ old, tool }: MandateStart): Content {
  if (!old || old.contractHash === tool.hash) return "";
  const [before, now] = [old.contract, tool].map((each) => each as unknown as JsonObject);
  const names = Object.keys({ ...before, ...now }).filter(
    (name) => name !== "hash" && canonicalJson(before?.[name] ?? null) !== canonicalJson(now?.[name] ?? null),
  );
  return html`<section class="card refused" aria-labelledby="changed">
    <h2 id="changed">What has changed in the contract since</h2>
    ${names.map(
      (name) =>
        html`<h3>${name}</h3>
          ${shownObject({ before: before?.[name] ?? null, now: now?.[name] ?? null }, Infinity)}`,
    )}
  </section>`;
}

function logInNeeded(site: Site, { lacksLogIn, logIn }: MandateStart, action: string): Content {
  if (!logIn || !lacksLogIn) return "";
  return html`<p class="warning">Calls of critical risk are approved beforehand with ${logInText(logIn)}.</p>
    ${signInAgain(site, action.slice(site.base.length + 1))}`;
}

interface Offer extends Grant {
  readonly examples: MandateExamples;
  /** The offer, which the form brings back. */
  readonly sealed: string;
  readonly typed?: string | undefined;
}

/** What the terms would allow, by examples and counterexamples; then the grant of exactly that. */
export function offerPage(site: Site, viewer: Viewer, offer: Offer, problem?: string): Page {
  const { start, terms, action, approval, history, examples, sealed, typed } = offer;
  const { tool } = start;
  const phrase = approval?.shown.phrase;
  const body = html`${head(site, tool.title, "This would be approved beforehand")}
    ${problem === undefined ? "" : html`<p class="card refused" role="alert">${sentence(problem)}</p>`}
    ${approval && history && news(history, approval)}${whatToHeed(offer)}
    ${shownTerms(terms, tool)}${shownExamples(tool, examples)}
    <form class="card answer" method="post" action="${action}">
      <input type="hidden" name="token" value="${viewer.formToken}" />
      <input type="hidden" name="offer" value="${sealed}" />
      <p>
        It counts for this caller, in this product and environment, and under this contract alone. A call that
        fails counts too. You can revoke it at any time.
      </p>
      ${phrase === undefined ? "" : phraseField(phraseOfGrant(phrase, terms.count), typed)}
      <p class="buttons">
        <button>${approval ? "Approve this call and the next ones" : "Grant exactly this"}</button>
      </p>
    </form>`;
  return { title: tool.title, body, viewer };
}

/** What may be anything, what lasts, and what it comes to. What a longer condition leaves open is what it does not name, or found by trial. */
function whatToHeed({ approval, examples, start: { input, tool }, terms }: Offer): Html {
  const { freeAccounts, open } = examples;
  const isNamed = ({ isNameable, name }: TermArgument): boolean =>
    isNameable ? new RegExp(`\\binput\\.${name}\\b`).test(terms.when) : terms.when.includes(name);
  const said =
    termSentences(terms, tool) ??
    argumentsOf(tool).map((each) => ({
      name: each.name,
      text: `Any ${each.noun}.`,
      isFree: open.includes(each.name) || !isNamed(each),
    }));
  const free = said.filter(({ name, isFree }) => isFree === true && !freeAccounts.includes(name));
  const lasting = tool.sideEffects.filter(({ reversible }) => !reversible);
  const most = mostInAll(terms, tool);
  const withWaiting = input && most && mostInAll(terms, tool, input);
  return html`<section class="card refused" aria-label="What to heed">
    ${freeAccounts.map((name) => html`<p class="warning"><strong>To any account</strong> (<code>${name}</code>): the condition names none. Only another account than this payee had before is asked about; and one that none of the last ${String(maxRecords)} records has, if there are more.</p>`)}
    ${free.map(({ text }) => html`<p class="warning"><strong>${shownText(text)}</strong></p>`)}
    ${lasting.map(({ description }) => html`<p class="warning">Cannot be undone: ${shownProse(description)}</p>`)}
    <p>
      ${approval === undefined ? "" : html`<strong>The waiting call runs besides, and is not counted here.</strong> `}${most === undefined ? "" : html`<strong>At most ${most} in all${withWaiting && `, and ${withWaiting} with the waiting call`}.</strong> `}${freeAccounts.length > 0 ? "Otherwise nobody" : "Nobody"}
      is asked about these calls.
    </p>
  </section>`;
}

function shownExamples(tool: ToolContract, { allowed, asked }: MandateExamples): Content {
  const none = "No other recent call, and no example of the contract";
  const from = "Of the last calls, and of the contract's examples";
  return [
    section("allowed", `${from}, calls like these would run without a question`, [
      calls(tool, allowed, `${none}.`),
      allowed.length > 0 ? stillDenied : "",
    ]),
    section(
      "asked",
      "Of the same, calls like these would still be asked about",
      calls(tool, asked, `${none}: look whether this allows too much.`),
    ),
  ];
}

const stillDenied = html`<p class="kind">A call that was denied stays refused until its time is over.</p>`;

function calls(tool: ToolContract, inputs: readonly JsonObject[], none: string): Html {
  if (inputs.length === 0) return html`<p>${none}</p>`;
  return html`<ul>
    ${inputs.map((each) => html`<li>${shownText(sentenceText(callSentence(tool, each)))}</li>`)}
  </ul>`;
}

function sentence(problem: string): string {
  return `${problem.charAt(0).toUpperCase()}${problem.slice(1)}${problem.endsWith(".") ? "" : "."}`;
}
