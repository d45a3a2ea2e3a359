import type { Customer, ListOutput } from "@backoffice/schemas/customers";
import type { EnforcingServer, Outcome } from "@proviso/server";
import { principalNames, seededPerson } from "backoffice-server";
import { html } from "hono/html";
import { definitions, type WebPage } from "./layout.ts";

type ToolContract = EnforcingServer["manifest"]["tools"][number];
export type Asked = Extract<Outcome, { readonly kind: "input_required" }>;

const people: Readonly<Record<string, string>> = {
  mia: "Runs the company. May do everything.",
  noah: "Support. May not pay, export in bulk or change accounts.",
  guest: "May read, and nothing else.",
};

/** The sample has no passwords: it serves this machine alone. */
export function signInPage(now: Date): WebPage {
  const buttons = principalNames.map(
    (name) =>
      html`<li>
        <form method="post" action="/sign-in">
          <button name="name" value="${name}">${seededPerson(name, now)?.name}</button>
          <span>${people[name]}</span>
        </form>
      </li>`,
  );
  return {
    title: "Sign in",
    body: html`<p>Choose who you are. This is a sample: a real app has its own log-in here.</p>
      <ul class="people">
        ${buttons}
      </ul>`,
  };
}

export function listPage(
  { customers, total }: ListOutput,
  status: string | undefined,
  isKeyReader: boolean,
): WebPage {
  const filters = [undefined, "active", "paused", "closed"].map((each) => {
    const current = each === status ? html` aria-current="true"` : "";
    return html`<a href="${each ? `/?status=${each}` : "/"}" ${current}>${each ?? "all"}</a>`;
  });
  const heads = ["Name", "City", "Email", "Status"].map((head) => html`<th scope="col">${head}</th>`);
  const rows = customers.map(
    ({ customerId, name, city, email, status: is }) =>
      html`<tr>
        <th scope="row"><a href="/customers/${customerId}">${name}</a></th>
        <td data-label="City">${city}</td>
        <td data-label="Email">${email}</td>
        <td data-label="Status"><span class="status ${is}">${is}</span></td>
      </tr>`,
  );
  return {
    title: "Customers",
    body: html`<nav class="filter" aria-label="Status">${filters}</nav>
      <p>${total} ${total === 1 ? "customer" : "customers"}, by name.</p>
      <table>
        <thead>
          <tr>
            ${heads}
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
      ${isKeyReader && html`<p><a class="more" href="/keys">Read a private key</a></p>`}`,
  };
}

const deletionReasons = {
  requested_by_customer: "The customer asked for it",
  duplicate: "It is a duplicate",
  fraud: "It is fraud",
};

export function customerPage(customer: Customer): WebPage {
  const { customerId, name, email, phone, city, status, createdAt } = customer;
  const details = {
    Number: customerId,
    Email: email,
    Phone: phone ?? "not on file",
    City: city ?? "not on file",
    Status: status,
    "Customer since": createdAt.slice(0, 10),
  };
  const path = `/customers/${customerId}`;
  const reasons = Object.entries(deletionReasons).map(
    ([reason, words]) => html`<option value="${reason}">${words}</option>`,
  );
  return {
    title: name,
    body: html`${definitions(details)}
      <section aria-labelledby="note">
        <h2 id="note">Write a note</h2>
        <form method="post" action="${path}/notes">
          <label for="text">Note for colleagues</label>
          <textarea id="text" name="text" rows="3" maxlength="5000" required></textarea>
          <button>Save the note</button>
        </form>
      </section>
      <section class="danger" aria-labelledby="delete">
        <h2 id="delete">Delete this customer</h2>
        <p>You see what goes with them, and confirm, before anything happens.</p>
        <form method="post" action="${path}/delete">
          <label for="reason">Reason</label>
          <select id="reason" name="reason">
            ${reasons}
          </select>
          <button class="danger">Delete…</button>
        </form>
      </section>`,
  };
}

export const keyPage: WebPage = {
  title: "Read a private key",
  body: html`<p>
      Only a person reads a key, with a log-in of the last minutes. No agent can, and none learns that this
      page exists.
    </p>
    <form class="card" method="post" action="/keys">
      <label for="name">Name of the key</label>
      <input id="name" name="name" value="invoice-signing" autocomplete="off" spellcheck="false" required />
      <button class="danger">Read…</button>
    </form>`,
};

/** The result of a call, value by value. */
export function resultPage(output: Readonly<Record<string, unknown>>): WebPage {
  return {
    title: "Done, as you confirmed it",
    body: html`<div class="card">${definitions(output)}</div>
      <p><a class="more" href="/">Back</a></p>`,
  };
}

/** The question to a person: everything that the answer covers, and no text of the caller's. */
export function questionPage(asked: Asked, contract: ToolContract): WebPage {
  const { tool, input, phrase, plan, summary } = asked.request;
  const { dryRun: _, estimatedDurationMs: __, ...planned } = (plan ?? {}) as Record<string, unknown>;
  const inPlan = Object.entries(planned).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  const effects = contract.sideEffects.map(
    ({ description, reversible }) =>
      html`<li>${description}${reversible ? "" : html` <strong class="tag">cannot be undone</strong>`}</li>`,
  );
  const phraseField = html`<label for="phrase">To approve exactly this, type <kbd>${phrase}</kbd></label>
    <input id="phrase" name="phrase" autocomplete="off" autocapitalize="off" spellcheck="false" required />`;
  return {
    title: `${contract.title}?`,
    body: html`<p class="sentence">${summary}</p>
      <p>${contract.description}</p>
      <section class="card" aria-labelledby="with">
        <h2 id="with">With</h2>
        ${definitions(input)}
      </section>
      <section class="card" aria-labelledby="happens">
        <h2 id="happens">What happens</h2>
        <ul>
          ${effects}
        </ul>
        ${plan && definitions(Object.fromEntries(inPlan))}
      </section>
      <form class="answer" method="post" action="/answer">
        <input type="hidden" name="tool" value="${tool}" />
        <input type="hidden" name="input" value="${JSON.stringify(input)}" />
        <input type="hidden" name="state" value="${asked.state}" />
        ${phrase && phraseField}
        <p>
          <button class="danger" name="action" value="accept">${contract.title}</button>
          <button class="plain" name="action" value="decline" formnovalidate>
            No, leave everything as it is
          </button>
        </p>
      </form>`,
  };
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
