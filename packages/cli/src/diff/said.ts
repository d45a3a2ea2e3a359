import { escapeText, html, type Html } from "@proviso/manifest";

/** A sentence about contracts: names in backticks become code. */
export function said(sentence: string): Html {
  const parts = escapeText(sentence).split("`");
  // An odd number of backticks: they are a text's own.
  if (parts.length % 2 === 0) return html`${parts.join("`")}`;
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
