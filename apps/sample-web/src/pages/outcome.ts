import type { EnforcingServer, Outcome } from "@proviso/server";
import { html } from "hono/html";
import type { WebSession } from "../sessions/sessions.ts";
import { type Html, type WebPage, tokenField } from "./layout.ts";

type ToolContract = EnforcingServer["manifest"]["tools"][number];
type Asked = Extract<Outcome, { readonly kind: "input_required" }>;

/** The question to a person: everything that the answer covers, and no text of the caller's. */
export function questionPage(
  { request, state }: Asked,
  contract: ToolContract,
  session: WebSession,
): WebPage {
  const { phrase, plan } = request;
  return {
    title: `${contract.title}?`,
    body: html`<p>${contract.description}</p>
      <section class="card" aria-labelledby="with">
        <h2 id="with">With</h2>
        ${plannedValues(request.input)}
      </section>
      <section class="card" aria-labelledby="happens">
        <h2 id="happens">What happens</h2>
        <ul>
          ${contract.sideEffects.map(
            ({ description, reversible }) =>
              html`<li>
                ${description}${reversible ? "" : html` <strong class="tag">cannot be undone</strong>`}
              </li>`,
          )}
        </ul>
        ${plan === undefined ? "" : plannedValues(plan)}
      </section>
      <form class="answer" method="post" action="/answer">
        ${tokenField(session)}
        <input type="hidden" name="tool" value="${request.tool}" />
        <input type="hidden" name="input" value="${JSON.stringify(request.input)}" />
        <input type="hidden" name="state" value="${state}" />
        ${phrase === undefined ? "" : phraseField(phrase)}
        <p>
          <button class="danger" name="action" value="accept">${contract.title}</button>
          <button class="plain" name="action" value="decline" formnovalidate>
            No, leave everything as it is
          </button>
        </p>
      </form>`,
  };
}

function phraseField(phrase: string): Html {
  return html`<label for="phrase">To approve exactly this, type <kbd>${phrase}</kbd></label>
    <input id="phrase" name="phrase" autocomplete="off" autocapitalize="off" spellcheck="false" required />`;
}

/** Names and values: a list item by item, anything deeper as JSON. */
function plannedValues(record: Readonly<Record<string, unknown>>): Html {
  const shown = Object.entries(record).filter(
    ([name, resultValue]) =>
      !unimportantFields.has(name) && !(Array.isArray(resultValue) && resultValue.length === 0),
  );
  return html`<dl>
    ${shown.map(
      ([name, resultValue]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${shownValue(resultValue)}</dd>
        </div>`,
    )}
  </dl>`;
}

/** Fields of a plan that do not help to decide. */
const unimportantFields = new Set(["dryRun", "estimatedDurationMs"]);

function shownValue(resultValue: unknown): Html | string {
  if (Array.isArray(resultValue))
    return html`<ul>
      ${resultValue.map((item) => html`<li>${shownValue(item)}</li>`)}
    </ul>`;
  return typeof resultValue === "object" ? JSON.stringify(resultValue) : String(resultValue);
}

/** A failed call: the failure's message, and what can be done. */
export function refusalPage(outcome: Exclude<Outcome, Asked>, back: string): WebPage {
  const { code, message, retry } =
    "failure" in outcome
      ? outcome.failure
      : { code: "unknown_tool", message: "There is no such tool.", retry: "never" };
  return {
    title: "That was refused",
    body: html`<section class="card refused">
        <p>${message}</p>
        <p>${outcome.kind === "failed" ? "" : "Nothing has changed. "}<code>${code}</code></p>
      </section>
      <p>
        ${code === "step_up_required" ? html`<a class="more" href="/sign-in">Sign in again</a>` : ""}
        ${retry === "after" ? html`<span>It may work later.</span>` : ""}
        <a class="more" href="${back}">Back</a>
      </p>`,
  };
}
