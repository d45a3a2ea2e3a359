import { principalNames, seededPerson } from "backoffice-server";
import { html } from "hono/html";
import type { Html, WebPage } from "./layout.ts";

const signInWords: Readonly<Record<string, string>> = {
  mia: "Runs the company. May do everything.",
  noah: "Support. May not pay, export in bulk or change accounts.",
  guest: "May read, and nothing else.",
};

/** The sample has no passwords: it serves this machine alone. */
export function signInPage(now: Date): WebPage {
  return {
    title: "Sign in",
    body: html`<p>Choose who you are. This is a sample: a real app has its own log-in here.</p>
      <ul class="people">
        ${principalNames.map((name) => personButton(name, now))}
      </ul>`,
  };
}

function personButton(name: string, now: Date): Html {
  return html`<li>
    <form method="post" action="/sign-in">
      <input type="hidden" name="name" value="${name}" />
      <button>${seededPerson(name, now)?.name}</button>
      <span>${signInWords[name]}</span>
    </form>
  </li>`;
}
