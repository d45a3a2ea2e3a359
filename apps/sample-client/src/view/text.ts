import { stripVTControlCharacters } from "node:util";

/** Columns of a view. With a margin of up to four it fits a terminal of 80. */
export const columns = 76;

/**
 * Text from a contract, an argument or a server, with everything escaped that could hide or forge something on a
 * terminal: control characters, line breaks, bidirectional and invisible ones.
 */
export function visible(text: string): string {
  return text.replaceAll(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** By general category, and the fillers and selectors that are letters or marks to Unicode and nothing to the eye. */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/gu;

/** Breaks at spaces; `hang` is where the text begins and where its further lines do. Longer words keep their line. */
export function wrap(text: string, hang: number, width: number = columns): string {
  const room = width - hang;
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && lengthOf(last) + 1 + lengthOf(word) <= room)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join(`\n${" ".repeat(hang)}`);
}

/** Without the escape sequences of colours. */
function lengthOf(text: string): number {
  return stripVTControlCharacters(text).length;
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
