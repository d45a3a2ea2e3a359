import { html } from "hono/html";
import type { WebSession } from "../sessions/sessions.ts";
import { type WebPage, tokenField } from "./layout.ts";

export function keyPage(session: WebSession): WebPage {
  return {
    title: "Read a private key",
    body: html`<p>
        Only a person reads a key, with a log-in of the last minutes. No agent can, and none learns that this
        page exists.
      </p>
      <form class="card" method="post" action="/keys">
        ${tokenField(session)}
        <label for="name">Name of the key</label>
        <input id="name" name="name" value="invoice-signing" autocomplete="off" spellcheck="false" required />
        <button class="danger">Read…</button>
      </form>`,
  };
}

/** The result of a call, value by value. */
export function resultPage(output: Readonly<Record<string, unknown>>): WebPage {
  return {
    title: "Done, as you confirmed it",
    body: html`<dl class="card">
        ${Object.entries(output).map(
          ([name, resultValue]) =>
            html`<div>
              <dt>${name}</dt>
              <dd><pre>${String(resultValue)}</pre></dd>
            </div>`,
        )}
      </dl>
      <p><a class="more" href="/">Back</a></p>`,
  };
}
