import { html, type Content, type Html } from "@proviso/manifest";
import { logInText } from "@proviso/server/extension";
import type { ReviewedApproval } from "../api/approval-desk.ts";
import { shownText } from "../values/shown-text.ts";
import type { Site } from "./layout.ts";

/** Says before anything is typed that a yes is not enough, because a log-in is too old; when it will be, stands above. */
export function logInNotice(site: Site, { id, logIn, rules }: ReviewedApproval): Content {
  if (!logIn?.isSoon || !rules.logIn) return "";
  if (logIn.isOwn) return signInAgain(site, id);
  if (logIn.until > 0) return "";
  return html`<p class="warning">
    A yes is not enough: the person who asks has to sign in here too, because the call needs
    ${logInText(rules.logIn)}.
  </p>`;
}

/** How to sign in again for a page, such as a call's: with the provider, or with a link of whoever runs the server. */
export function signInAgain({ base, product, provider, root }: Site, page: string): Html {
  const to = encodeURIComponent(page);
  return provider === undefined
    ? html`<p>
        Ask whoever runs ${shownText(product)} for a new sign-in link, and open it; you come back here. If it
        does not open, <a href="${root}/sign-in?to=${to}&again" data-again>paste it</a>.
      </p>`
    : html`<p><a class="button" href="${base}/sign-in/start?to=${to}">Sign in again with ${provider}</a></p>`;
}
