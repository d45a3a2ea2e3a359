import { html, type Content, type Html } from "@proviso/manifest";
import type { SentencePart } from "@proviso/manifest/question";
import type { ShownCall } from "@proviso/server/extension";
import { isRightToLeft, piecesOfText, scriptsOf, type Piece } from "./pieces-of-text.ts";

/** Text from outside, whole, within a line of its own direction. */
export function shownText(text: string): Html {
  return html`<bdi>${piecesOfText(text).map(shownPiece)}</bdi>`;
}

/** Text of a contract, in which names of code stand between backticks. */
export function shownProse(text: string): Html {
  const parts = text.split(/`([^`\n]+)`/);
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<code>${shownText(part)}</code>` : part && shownText(part)))}`;
}

/** What a call does, with each value in a frame; its title, if it was asked for by an earlier release. */
export function shownSentence({ sentence, title }: ShownCall): Html {
  if (!sentence) return shownText(title);
  return html`${sentence.parts.map((part) => (part.kind === "words" ? part.text : shownPart(part)))}`;
}

/** The same sentence, in which each value, with the words before it and the marks after it, stands on a line. */
export function sentenceLines({ sentence, title }: ShownCall): Html {
  if (!sentence) return shownText(title);
  const lines: Content[][] = [[]];
  let isFull = false;
  for (const part of sentence.parts) {
    const [, marks = "", words = ""] =
      part.kind === "words" ? (/^([,;.:!?)]*)(.*)$/s.exec(part.text) ?? []) : [];
    if (marks !== "") lines.at(-1)?.push(marks);
    if (part.kind === "words" && words.trim() === "") continue;
    if (isFull) lines.push([]);
    isFull = part.kind === "value";
    lines.at(-1)?.push(part.kind === "value" ? shownPart(part) : words);
  }
  return html`${lines.map((line) => html`<span class="line">${line}</span> `)}`;
}

function shownPart({ text, note }: Extract<SentencePart, { readonly kind: "value" }>): Html {
  const warning = note === undefined ? "" : html` <small class="warning">${shownText(note)}</small>`;
  return html`<span class="said">${shownText(text)}</span>${warning}`;
}

function shownPiece({ kind, text, label }: Piece): Html {
  if (kind === "plain") return html`${text}`;
  if (kind === "break") return html`<span class="space" title="line end">${label}</span><br />`;
  if (kind === "space") return html`<span class="space">${label}</span>`;
  if (kind === "hidden")
    return html`<span class="hidden"><span class="unseen">hidden character </span>${label}</span>`;
  return html`<mark>${text}<small> ${label}</small></mark>`;
}

/** A text as a value: in a box, with what a reader cannot see at once beside it. */
export function shownTextValue(text: string): Html {
  if (text === "") return html`<span class="kind">empty text</span>`;
  const scripts = scriptsOf(text);
  const notes = [
    "text",
    ...(text.length > 200 ? [`${text.length} characters`] : []),
    ...(scripts.length > 0 ? [`has ${scripts.join(", ")} letters`] : []),
  ];
  const turned = text.split("\n").filter(isRightToLeft);
  const isLong = text.length > 80 || text.includes("\n");
  return html`<span class="text ${isLong ? "long" : ""}">${shownText(text)}</span>
    <span class="kind">${notes.join(", ")}</span>${turned.map(inStoredOrder)}`;
}

/** A line that is shown from right to left in part, in the order of its characters. */
function inStoredOrder(line: string): Html {
  return html`<span class="kind">; its characters in order:</span>
    <span class="text stored">${piecesOfText(line).map(shownPiece)}</span>`;
}
