import { html, type Html } from "@proviso/manifest";
import type { Page, Site } from "./layout.ts";

export interface SignInChoices {
  /** The name of the sign-in provider, if there is one. */
  readonly provider?: string;
  /** The page to show afterwards, behind the address of the inbox; empty for the list. */
  readonly to: string;
  readonly problem?: string;
  /** Of the session of this browser that signing in would end. */
  readonly formToken?: string;
}

export function signInPage({ root }: Site, { provider, to, problem, formToken }: SignInChoices): Page {
  const query = toPage(to);
  const body = html`<h1>Sign in</h1>
    ${formToken === undefined ? signedOut(to, provider) : signedIn(root, to)}
    ${problem === undefined ? "" : html`<p class="card refused" role="alert">${problem}</p>`}
    ${
      provider === undefined
        ? ""
        : html`<p><a class="button" href="${root}/sign-in/start${query}">Sign in with ${provider}</a></p>`
    }
    ${codeForm(`${root}/sign-in${query}`, formToken)}`;
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
function signedIn(root: string, to: string): Html {
  return html`<p><a class="button" href="${root}/${to}">Go on as you are signed in</a></p>
    <p class="card refused">
      You are signed in with this browser. To sign in again ends that. Go on with a link only if you asked for
      it yourself: what you then decide counts as decided by the person for whom it was made.
    </p>`;
}

/** The page's script sends a link's code by itself, unless that would end a session. */
function codeForm(action: string, formToken: string | undefined): Html {
  return html`<form class="card answer" method="post" action="${action}">
    ${formToken === undefined ? "" : html`<input type="hidden" name="token" value="${formToken}" />`}
    <label for="code">Have a code? <span>It is the end of your sign-in link, after the #.</span></label>
    <input id="code" name="code" autocomplete="off" autocapitalize="off" spellcheck="false" required />
    <p class="buttons"><button class="plain">Sign in with the code</button></p>
  </form>`;
}
