import { html, type Html } from "@proviso/manifest";
import type { Page, Site } from "./layout.ts";

export interface SignInChoices {
  /** The name of the sign-in provider, if there is one. */
  readonly provider?: string;
  /** The page to show afterwards, behind the address of the inbox; empty for the list. */
  readonly to: string;
  readonly problem?: string;
  /** The log-in that the page to show needs, and that the session of this browser is too old for. */
  readonly needed?: string;
  /** Of the session of this browser that signing in would end. */
  readonly formToken?: string;
}

export function signInPage({ root }: Site, choices: SignInChoices): Page {
  const { provider, to, problem, needed, formToken } = choices;
  const query = toPage(to);
  const body = html`<h1>Sign in${needed === undefined ? "" : " again"}</h1>
    ${problem === undefined ? "" : html`<p class="card refused" role="alert">${problem}</p>`}
    ${formToken === undefined ? signedOut(to, provider) : signedIn(needed)}
    ${
      provider === undefined
        ? ""
        : html`<p><a class="button" href="${root}/sign-in/start${query}">Sign in with ${provider}</a></p>`
    }
    ${codeForm(`${root}/sign-in${query}${needed === undefined ? "" : "&again"}`, formToken, needed)}
    ${formToken === undefined ? "" : html`<p><a class="${needed === undefined ? "button" : ""}" href="${root}/${to}">Go on as you are signed in</a></p>`}`;
  return { title: "Sign in", body };
}

/** The query of the sign-in page that leads to a page. */
export function toPage(to: string): string {
  return to === "" ? "" : `?to=${encodeURIComponent(to)}`;
}

function signedOut(to: string, provider: string | undefined): Html {
  return html`<p>
    You are not signed in here, or your session has ended. What waits goes on waiting until its own time, and
    nothing of it runs meanwhile.
    ${/^[0-9a-f]{48}$/.test(to) ? "You come from the link of a call: when you have signed in, you see whether it still waits." : ""}
    ${provider === undefined ? "Ask whoever runs this server for a new link, and open it here." : "Sign in again; the page that you wanted comes next."}
  </p>`;
}

/** Somebody else's link would make this person decide under another name. It names nobody, because the cookie alone leads here. */
function signedIn(needed: string | undefined): Html {
  return html`${needed === undefined ? "" : html`<p>To approve, sign in again: it needs ${needed}.</p>`}
    <p>
      A new sign-in link ends your present session here. Use it only if you asked for it yourself: what you
      then decide counts as decided by the person for whom it was made.
    </p>`;
}

/** The page's script sends a link's code by itself; where that would end a session, it leaves the button alone. */
function codeForm(action: string, formToken: string | undefined, needed: string | undefined): Html {
  const isAgain = needed !== undefined;
  return html`<form
    class="card answer"
    method="post"
    action="${action}"
    ${isAgain ? html`data-again` : undefined}
  >
    ${formToken === undefined ? "" : html`<input type="hidden" name="token" value="${formToken}" />`}
    <label for="code">If the link does not open, paste it here</label>
    <input id="code" name="code" autocomplete="off" autocapitalize="off" spellcheck="false" required />
    <p class="buttons"><button class="${isAgain ? "" : "plain"}">Sign in with this link</button></p>
  </form>`;
}
