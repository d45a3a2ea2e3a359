import { stripVTControlCharacters } from "node:util";
import { escapeText } from "@proviso/client";

/** Columns of a view. With a margin of up to four it fits a terminal of 80. */
export const columns = 76;

/**
 * Text from a contract, an argument or a server, with everything escaped that could hide or forge something on a
 * terminal: control characters, line breaks, bidirectional and invisible ones, runs of spaces, frames.
 */
export function visible(text: string): string {
  return escapeText(text);
}

const wide =
  /[\p{Emoji_Presentation}\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\u3001-\u303e\uff01-\uff60\uffe0-\uffe6]/gu;
const narrow = /\p{M}/gu;

/** Columns that a text takes on a terminal, without the escape sequences of colours. */
export function columnsOf(text: string): number {
  const plain = stripVTControlCharacters(text);
  return Array.from(plain).length + countOf(plain, wide) - countOf(plain, narrow);
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Breaks at spaces; `hang` is where the text begins and where its further lines do. Longer words keep their line. */
export function wrap(text: string, hang: number, width: number = columns): string {
  const room = width - hang;
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && columnsOf(last) + 1 + columnsOf(word) <= room)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join(`\n${" ".repeat(hang)}`);
}

export function indent(text: string, by: number): string {
  const margin = " ".repeat(by);
  return text
    .split("\n")
    .map((line) => (line === "" ? line : margin + line))
    .join("\n");
}

/** Cuts with an ellipsis. */
export function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
