import { html } from "hono/html";
import type { Principal } from "@proviso/server";

/** HTML in which every value is escaped. */
export type Html = ReturnType<typeof html>;

export interface WebPage {
  readonly title: string;
  readonly body: Html;
  /** A message about the last action, shown once. */
  readonly notice?: string | undefined;
}

export function layout({ title, body, notice }: WebPage, person?: Principal): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Nordlicht backoffice</title>
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header>
          <a class="brand" href="/">Nordlicht <span>backoffice</span></a>
          ${
            person &&
            html`<nav aria-label="Main"><a href="/">Customers</a></nav>
              <form class="who" method="post" action="/sign-out">
                <span>${person.name}</span> <button class="plain">Sign out</button>
              </form>`
          }
        </header>
        <main id="main">
          ${notice && html`<p class="notice" role="status">${notice}</p>`}
          <h1>${title}</h1>
          ${body}
        </main>
        <footer>
          Every button here goes through the gate that agents meet: same contracts, same questions, same audit
          trail.
        </footer>
      </body>
    </html>`;
}

/** Names and values: a list item by item, anything deeper as JSON. */
export function definitions(values: Readonly<Record<string, unknown>>): Html {
  const rows = Object.entries(values).map(
    ([name, value]) =>
      html`<div>
        <dt>${name}</dt>
        <dd>${shown(value)}</dd>
      </div>`,
  );
  return html`<dl>${rows}</dl>`;
}

function shown(value: unknown): Html | string {
  if (Array.isArray(value))
    return html`<ul>
      ${value.map((item) => html`<li>${shown(item)}</li>`)}
    </ul>`;
  if (typeof value === "string" && value.includes("\n")) return html`<pre>${value}</pre>`;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
