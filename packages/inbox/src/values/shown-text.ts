import { html, type Content, type Html } from "@proviso/manifest";
import type { ShownCall } from "@proviso/server/extension";
import { isRightToLeft, piecesOfText, scriptsOf, type Piece } from "./pieces-of-text.ts";

/** Text from outside, whole, within a line of its own direction. */
export function shownText(text: string): Html {
  return html`<bdi>${piecesOfText(text).map(shownPiece)}</bdi>`;
}

/** Text of a contract, in which names of code stand between backticks. */
export function shownProse(text: string): Html {
  const parts = text.split(/( ?`[^`\n]+`[ ]?)/);
  return html`${parts.map((part) => {
    const [, before = "", code = "", after = ""] = /^( ?)`([^`\n]+)`( ?)$/.exec(part) ?? [];
    return code === "" ? part && shownText(part) : html`${before}<code>${shownText(code)}</code>${after}`;
  })}`;
}

/** What a call does, with each value in a frame. */
export function shownSentence({ sentence }: ShownCall): Html {
  return html`${sentence.parts.map(({ kind, text }) => (kind === "words" ? text : shownSaid(text)))}`;
}

/**
 * The same sentence, in which each value, with the words before it and the marks after it, stands on a line; below it what a reader has
 * to know about its letters.
 */
export function sentenceLines({ sentence }: ShownCall): Html {
  const lines: { readonly said: Content[]; readonly value?: string }[] = [];
  let words = "";
  for (const part of sentence.parts) {
    if (part.kind === "value") {
      lines.push({ said: [words, shownSaid(part.text)], value: part.text });
      words = "";
      continue;
    }
    const isAfterValue = lines.length > 0 && words === "";
    const [, marks = "", rest = ""] = (isAfterValue && /^([,;.:!?)]*)\s*(.*)$/s.exec(part.text)) || [];
    lines.at(-1)?.said.push(marks);
    words += isAfterValue ? rest : part.text;
  }
  if (words !== "") lines.push({ said: [words] });
  return html`${lines.map(({ said, value }) => html`<span class="line">${said}${value && warningOf(value)}</span> `)}`;
}

/** What has quotes is text, which the caller may have made up; amounts, times and numbers have none. */
function shownSaid(text: string): Html {
  return html`<span class="said ${text.startsWith('"') ? "claim" : ""}">${shownText(text)}</span>`;
}

function warningOf(value: string): Content {
  const isDoubtful = piecesOfText(value).some(({ kind }) => kind === "doubtful");
  return isDoubtful
    ? html` <small class="warning">Some letters are not those that they look like.</small>`
    : "";
}

function shownPiece({ kind, text, label }: Piece): Html {
  if (kind === "plain") return html`${text}`;
  if (kind === "break")
    return label === "↵" ? html`<br />` : html`<span class="space" title="line end">${label}</span><br />`;
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
    // Without a word, this could be a number, or no value.
    ...(/^(?:true|false|null|-?\d[\d.,eE+-]*)$/.test(text) ? ["text"] : []),
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
