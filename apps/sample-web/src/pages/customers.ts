import type { Customer, ListOutput } from "@backoffice/schemas/customers";
import { html } from "hono/html";
import type { WebSession } from "../sessions/sessions.ts";
import { type Html, type WebPage, tokenField } from "./layout.ts";

const customerStatuses = ["active", "paused", "closed"] as const;

export function listPage(
  { customers, total, nextCursor }: ListOutput,
  status: string | undefined,
  isKeyReader: boolean,
): WebPage {
  const next = new URLSearchParams({ ...(status && { status }), ...(nextCursor && { cursor: nextCursor }) });
  return {
    title: "Customers",
    body: html`<nav class="filter" aria-label="Status">
        ${[undefined, ...customerStatuses].map((each) => filterLink(each, status))}
      </nav>
      <p>${total} ${total === 1 ? "customer" : "customers"}, by name.</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">City</th>
            <th scope="col">Email</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          ${customers.map(customerRow)}
        </tbody>
      </table>
      ${nextCursor === undefined ? "" : html`<p><a class="more" href="/?${next.toString()}">Next page</a></p>`}
      ${isKeyReader ? html`<p><a class="more" href="/keys">Read a private key</a></p>` : ""}`,
  };
}

function filterLink(status: string | undefined, current: string | undefined): Html {
  const href = status === undefined ? "/" : `/?status=${status}`;
  return status === current
    ? html`<a href="${href}" aria-current="true">${status ?? "all"}</a>`
    : html`<a href="${href}">${status ?? "all"}</a>`;
}

function customerRow({ customerId, name, city, email, status }: Customer): Html {
  return html`<tr>
    <th scope="row"><a href="/customers/${customerId}">${name}</a></th>
    <td data-label="City">${city ?? ""}</td>
    <td data-label="Email">${email}</td>
    <td data-label="Status"><span class="status ${status}">${status}</span></td>
  </tr>`;
}

const deletionReasons = [
  ["requested_by_customer", "The customer asked for it"],
  ["duplicate", "It is a duplicate"],
  ["fraud", "It is fraud"],
] as const;

export function customerPage(customer: Customer, session: WebSession): WebPage {
  const { customerId, name } = customer;
  return {
    title: name,
    body: html`<dl>
        ${customerDetails(customer).map(
          ([term, value]) =>
            html`<div>
              <dt>${term}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
      </dl>
      <section aria-labelledby="note">
        <h2 id="note">Write a note</h2>
        <form method="post" action="/customers/${customerId}/notes">
          ${tokenField(session)}
          <label for="text">Note for colleagues</label>
          <textarea id="text" name="text" rows="3" maxlength="5000" required></textarea>
          <button>Save the note</button>
        </form>
      </section>
      <section class="danger" aria-labelledby="delete">
        <h2 id="delete">Delete this customer</h2>
        <p>You see what goes with them, and confirm, before anything happens.</p>
        <form method="post" action="/customers/${customerId}/delete">
          ${tokenField(session)}
          <label for="reason">Reason</label>
          <select id="reason" name="reason">
            ${deletionReasons.map(([value, words]) => html`<option value="${value}">${words}</option>`)}
          </select>
          <button class="danger">Delete…</button>
        </form>
      </section>`,
  };
}

function customerDetails({
  customerId,
  email,
  phone,
  city,
  status,
  createdAt,
}: Customer): readonly (readonly [string, string])[] {
  return [
    ["Number", customerId],
    ["Email", email],
    ["Phone", phone ?? "not on file"],
    ["City", city ?? "not on file"],
    ["Status", status],
    ["Customer since", createdAt.slice(0, 10)],
  ];
}
