import { escapeText, html, type Content, type Html } from "@proviso/manifest";
import type { Reviewer } from "@proviso/server/extension";
import { shownText } from "../values/shown-text.ts";

/** What all pages of one inbox share. */
export interface Site {
  /** The path of the inbox, without a slash at its end. */
  readonly root: string;
  /** The path to which pages link: that of the session, or `root` where nobody is signed in. */
  readonly base: string;
  /** The name of the product. */
  readonly product: string;
  /** The name of the sign-in provider, if there is one. */
  readonly provider?: string;
  /** The server's time when it answers, in milliseconds since the epoch: a phone's may be wrong. */
  readonly now?: number;
  /** The public key with which browsers subscribe to notifications, if the inbox sends any. */
  readonly pushKey?: string;
}

/** Who looks at a page. */
export interface Viewer {
  readonly reviewer: Reviewer;
  readonly formToken: string;
}

export interface Page {
  readonly title: string;
  readonly body: Html;
  /** Undefined on pages for everybody. */
  readonly viewer?: Viewer;
  /** Whether the page keeps itself up to date. */
  readonly isLive?: boolean;
}

/** A whole page. */
export function layout({ base, now, product, root }: Site, { title, body, viewer, isLive }: Page): Html {
  return html`<!doctype html>
    <html lang="en" data-now="${String(now ?? "")}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${titleText(title)} · Approvals</title>
        <link rel="stylesheet" href="${root}/style.css" />
        <link rel="manifest" href="${root}/app.webmanifest" />
        <link rel="icon" href="${root}/icon.svg" />
        <script src="${root}/page.js" defer></script>
      </head>
      <body data-root="${root}" data-base="${base}" ${isLive ? html`data-live` : undefined}>
        <a class="skip" href="#main">To the content</a>
        <header>
          <a class="brand" href="${base}/">Approvals <span>${shownText(product)}</span></a>
          ${viewer && signedIn(base, viewer)}
        </header>
        <main id="main">${body}</main>
        ${viewer && html`<footer>${signOut(base, viewer, "Sign out everywhere", "everywhere")}</footer>`}
        <p id="news" role="status"></p>
      </body>
    </html>`;
}

const longestTitle = 60;

/** A browser shows a title in one line without marks: hidden characters are written out. */
function titleText(title: string): string {
  const whole = escapeText(title.trim().replaceAll(/\s+/g, " "));
  const characters = [...whole];
  return characters.length > longestTitle ? `${characters.slice(0, longestTitle).join("")}…` : whole;
}

function signedIn(base: string, viewer: Viewer): Html {
  return html`<div class="who">
    <span>${nameOf(viewer.reviewer)}</span>
    ${signOut(base, viewer, "Sign out", "here")}
  </div>`;
}

function signOut(base: string, { formToken }: Viewer, label: string, where: "here" | "everywhere"): Html {
  return html`<form method="post" action="${base}/sign-out">
    <input type="hidden" name="token" value="${formToken}" />
    <button class="plain" name="where" value="${where}">${label}</button>
  </form>`;
}

/** A part of a page with a heading. */
export function section(id: string, title: string, content: Content): Html {
  return html`<section class="card" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
  </section>`;
}

/** Who is signed in. */
export function nameOf(reviewer: Reviewer): Content {
  if ("operator" in reviewer) return html`${shownText(reviewer.operator)}, operator`;
  const { id, name, tenant } = reviewer.principal;
  return html`${shownText(name ?? id)}${tenant === undefined ? "" : html` at ${shownText(tenant)}`}`;
}
