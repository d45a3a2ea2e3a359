import { html, type Html } from "@proviso/manifest";
import type { Page, Site } from "./layout.ts";

export interface SignInChoices {
  /** The name of the sign-in provider, if there is one. */
  readonly provider?: string;
  /** The approval to show afterwards. */
  readonly to?: string;
  readonly problem?: string;
}

export function signInPage({ base }: Site, { provider, to, problem }: SignInChoices): Page {
  const query = to === undefined ? "" : `?to=${to}`;
  const body = html`<h1>Sign in</h1>
    <p>Only people approve calls of agents.</p>
    ${problem === undefined ? "" : html`<p class="card refused" role="alert">${problem}</p>`}
    ${
      provider === undefined
        ? ""
        : html`<p><a class="button" href="${base}/sign-in/start${query}">Sign in with ${provider}</a></p>`
    }
    ${codeForm(`${base}/sign-in${query}`)}`;
  return { title: "Sign in", body };
}

function codeForm(action: string): Html {
  return html`<form class="card answer" method="post" action="${action}">
    <label for="code">Code <span>(the part after # of the link that the terminal shows)</span></label>
    <input id="code" name="code" autocomplete="off" autocapitalize="off" spellcheck="false" required />
    <p class="buttons"><button class="plain">Sign in with the code</button></p>
  </form>`;
}
