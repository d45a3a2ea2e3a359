import { stripVTControlCharacters } from "node:util";
import { columnsOf, wrapText } from "@proviso/terminal";
import { viewLeaves } from "./leaves.ts";

/** Columns of a view. With a margin of up to four it fits the terminal; longer lines than these are hard to read. */
export const columns: number = Math.max(36, Math.min(116, (process.stdout.columns ?? 80) - 4));

/** Escapes text from a contract, an argument or a server. */
export { escapeText as visible } from "@proviso/client";

/** Breaks at spaces, and words that are longer than a line; `hang` is where the text begins and where its further lines do. */
export function wrap(text: string, hang: number, width: number = columns): string {
  const room = Math.max(5, width - hang);
  const words = text.split(" ").flatMap((each) => breakWord(each, room));
  return wrapText(words.join(" "), room).join(`\n${" ".repeat(hang)}`);
}

/** What holds colours is ours, and short. */
function breakWord(word: string, room: number): readonly string[] {
  const isPlain = stripVTControlCharacters(word) === word;
  return isPlain && columnsOf(word) > room ? viewLeaves(word, room).split("\n") : [word];
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
