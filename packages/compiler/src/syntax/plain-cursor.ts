import { type Comment, readComment } from "./comment.ts";
import type { TextContext } from "./read-scalar.ts";

/** Where reading is. `at` is the next character; after a line was ended, the first of the next line that says something. */
export interface Cursor extends TextContext {
  readonly text: string;
  readonly comments: Comment[];
  at: number;
  /** How far the line of `at` is indented; -1 at the end of the text. */
  indent: number;
  /** Where the line after the last value begins: what holds the value ends there too. */
  lineEnd: number;
}

/** Only inside this folder: unwinds the descent; the caller reads the text by the library. */
export class Uncommon extends Error {}

export function uncommon(): never {
  throw new Uncommon();
}

/** What this matches from here, and goes on behind it. */
export function take(cursor: Cursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.at;
  if (!pattern.test(cursor.text)) uncommon();
  const start = cursor.at;
  cursor.at = pattern.lastIndex;
  return cursor.text.slice(start, cursor.at);
}

/** Nothing but a comment may be left on the line. */
export function endLine(cursor: Cursor): void {
  const { text } = cursor;
  if (text[cursor.at] === " ") {
    while (text[cursor.at] === " ") cursor.at += 1;
    if (text[cursor.at] === "#") takeComment(cursor);
  }
  if (text[cursor.at] !== "\n") uncommon();
  cursor.at += 1;
  cursor.lineEnd = cursor.at;
  nextLine(cursor);
}

/** A comment belongs to the line below it; where it is indented otherwise, the library decides what it belongs to. */
export function nextLine(cursor: Cursor): void {
  const { text } = cursor;
  let commented: number | undefined;
  for (;;) {
    while (text[cursor.at] === "\n") cursor.at += 1;
    const start = cursor.at;
    while (text[cursor.at] === " ") cursor.at += 1;
    cursor.indent = cursor.at === text.length ? -1 : cursor.at - start;
    if (commented !== undefined && commented !== cursor.indent) uncommon();
    if (text[cursor.at] !== "#") return;
    commented = cursor.indent;
    takeComment(cursor);
  }
}

function takeComment(cursor: Cursor): void {
  const end = cursor.text.indexOf("\n", cursor.at);
  cursor.comments.push(readComment(cursor.at, end, cursor.source, cursor.place));
  cursor.at = end;
}
