import { html, type Html } from "@proviso/manifest";
import { nameOf, type Page, type Site, type Viewer } from "./layout.ts";

export interface SignInChoices {
  /** The name of the sign-in provider, if there is one. */
  readonly provider?: string;
  /** The approval to show afterwards. */
  readonly to?: string;
  readonly problem?: string;
  /** Whoever is signed in with this browser, and would then be no more. */
  readonly viewer?: Viewer;
}

export function signInPage({ base }: Site, { provider, to, problem, viewer }: SignInChoices): Page {
  const query = to === undefined ? "" : `?to=${to}`;
  const body = html`<h1>Sign in</h1>
    <p>Only people approve calls of agents.</p>
    ${viewer && swapWarning(viewer)}
    ${problem === undefined ? "" : html`<p class="card refused" role="alert">${problem}</p>`}
    ${
      provider === undefined
        ? ""
        : html`<p><a class="button" href="${base}/sign-in/start${query}">Sign in with ${provider}</a></p>`
    }
    ${codeForm(`${base}/sign-in${query}`, viewer)}`;
  return { title: "Sign in", body, ...(viewer && { viewer }) };
}

/** Somebody else's link would make this person decide under another name. */
function swapWarning({ reviewer }: Viewer): Html {
  return html`<p class="card refused">
    You are signed in as ${nameOf(reviewer)}. To sign in again ends this. Go on only with a link that you
    asked for yourself: what you then decide counts as decided by the person for whom it was made.
  </p>`;
}

/** The page's script sends the code of a link by itself, unless a session would end: then it has the session's token. */
function codeForm(action: string, viewer: Viewer | undefined): Html {
  return html`<form class="card answer" method="post" action="${action}">
    ${viewer && html`<input type="hidden" name="token" value="${viewer.formToken}" />`}
    <label for="code">Code <span>(the part after # of the link that the terminal shows)</span></label>
    <input id="code" name="code" autocomplete="off" autocapitalize="off" spellcheck="false" required />
    <p class="buttons"><button class="plain">Sign in with the code</button></p>
  </form>`;
}
