import { html } from "hono/html";
import type { WebSession } from "../sessions/sessions.ts";

/** HTML in which every value is escaped. */
export type Html = ReturnType<typeof html>;

export interface WebPage {
  readonly title: string;
  readonly body: Html;
  /** A message about the last action, shown once. */
  readonly notice?: string | undefined;
}

export function layout({ title, body, notice }: WebPage, session?: WebSession): Html {
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
          ${session ? signedIn(session) : ""}
        </header>
        <main id="main">
          ${notice === undefined ? "" : html`<p class="notice" role="status">${notice}</p>`}
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

function signedIn(session: WebSession): Html {
  return html`<nav aria-label="Main"><a href="/">Customers</a></nav>
    <form class="who" method="post" action="/sign-out">
      ${tokenField(session)}
      <span>${session.principal.name}</span>
      <button class="plain">Sign out</button>
    </form>`;
}

/** Belongs in every form of a signed-in person. */
export function tokenField({ formToken }: WebSession): Html {
  return html`<input type="hidden" name="token" value="${formToken}" />`;
}
