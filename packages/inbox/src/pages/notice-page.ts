import { html } from "@proviso/manifest";
import type { Page, Site, Viewer } from "./layout.ts";

/** A page that says one thing. */
export function noticePage({ base }: Site, title: string, text: string, viewer?: Viewer): Page {
  const body = html`<h1>${title}</h1>
    <p>${text}</p>
    <p><a href="${base}/">All approvals</a></p>`;
  return { title, body, ...(viewer && { viewer }) };
}
