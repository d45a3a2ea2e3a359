import { changeKinds } from "@proviso/changes";
import { type Content, escapeText, html, type Html, type Json } from "@proviso/manifest";
import { verdictsOf, waivedUntil } from "./verdicts.ts";
import type { ReportedChange } from "./diff-report.ts";
import { safetyMarks } from "./safety-marks.ts";

/** A line, and whether the other value has another one there. */
interface MarkedLine {
  readonly text: string;
  readonly isChanged: boolean;
}

/** The lines of two values: those between their common beginning and their common end changed. */
export function markedLines(
  before: readonly string[],
  after: readonly string[],
): { readonly before: readonly MarkedLine[]; readonly after: readonly MarkedLine[] } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const mark = (all: readonly string[]): readonly MarkedLine[] =>
    all.map((text, index) => ({ text, isChanged: index >= start && index < all.length - end }));
  return { before: mark(before), after: mark(after) };
}

/** A sentence about contracts: names in backticks become code. */
function said(sentence: string): Html {
  const parts = escapeText(sentence).split("`");
  // An odd number of backticks: they are a text's own.
  if (parts.length % 2 === 0) return html`${parts.join("`")}`;
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** More lines than this are folded. */
const maxLines = 24;

/** A change: what it means, where it is, and both values beside each other. */
export function changeCard(change: ReportedChange): Html {
  const { id, path, safety, message, span, fingerprint, waived } = change;
  const kind = changeKinds.find((each) => each.id === id);
  const others = verdictsOf({ ...change, safety: "unchanged" });
  return html`<article class="change ${safety}">
    <h3><span class="mark ${safety}">${safetyMarks[safety]}</span> ${said(message)}</h3>
    ${others.length > 0 ? html`<p class="verdicts">${others.map((word) => html`<span class="${word === "breaking" ? "breaking" : "other"}">${word}</span> `)}</p>` : undefined}
    ${kind && html`<p>${said(kind.means)}</p>`}
    ${waived && html`<p class="waived">${waivedUntil(waived)}: ${escapeText(waived.reason)}</p>`}
    ${values(change)}
    <p class="place">
      <code>${escapeText(path === "" ? "the tool" : path)}</code> in
      <code>${escapeText(span.file)}:${span.line}</code>, kind <code>${id}</code>, fingerprint
      <code>${fingerprint}</code>
    </p>
  </article> `;
}

function values({ before, after }: ReportedChange): Html {
  const [was, is] = [linesOf(before), linesOf(after)];
  const marked = markedLines(was, is);
  const shown = html`<div class="values">
    <div>
      <h4>Before</h4>
      ${before === undefined ? absent : lines(marked.before, "del")}
    </div>
    <div>
      <h4>After</h4>
      ${after === undefined ? absent : lines(marked.after, "ins")}
    </div>
  </div>`;
  const length = Math.max(was.length, is.length);
  if (length <= maxLines) return shown;
  return html`<details>
    <summary>Before and after: ${length} lines</summary>
    ${shown}
  </details>`;
}

const absent = html`<p class="absent">absent</p>`;

/** A text as it is, anything else as JSON. */
function linesOf(value: Json | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : JSON.stringify(value, null, 2).split("\n");
}

function lines(marked: ReturnType<typeof markedLines>["before"], element: "del" | "ins"): Html {
  const each = marked.map(({ text, isChanged }): Content => {
    const indent = /^ */.exec(text)?.[0] ?? "";
    const line = `${indent}${escapeText(text.slice(indent.length))}\n`;
    if (!isChanged) return `  ${line}`;
    return element === "del" ? html`<del>- ${line}</del>` : html`<ins>+ ${line}</ins>`;
  });
  return html`<pre>${each}</pre>`;
}
