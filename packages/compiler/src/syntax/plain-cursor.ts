import { type Comment, readComment } from "./comment.ts";
import type { TextContext } from "./read-scalar.ts";

/** The position of the reader. `at` is the next character, past empty lines after a line's end. */
export interface YamlCursor extends TextContext {
  readonly text: string;
  readonly comments: Comment[];
  at: number;
  /** The indent of the line of `at`; -1 at the end of the text. */
  indent: number;
  /** The start of the line after the last value, where the enclosing collections end too. */
  lineEnd: number;
}

/** Unwinds the descent when the text needs the library. It is caught in this folder. */
export class Uncommon extends Error {}

export function uncommon(): never {
  throw new Uncommon();
}

/** Consumes the match of a pattern at the cursor. */
export function take(cursor: YamlCursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.at;
  if (!pattern.test(cursor.text)) uncommon();
  const start = cursor.at;
  cursor.at = pattern.lastIndex;
  return cursor.text.slice(start, cursor.at);
}

/** Consumes the end of the line, which may only hold a comment. */
export function endLine(cursor: YamlCursor): void {
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

/** Skips empty lines and comments, except a comment whose indent is not the next line's. */
export function nextLine(cursor: YamlCursor): void {
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

function takeComment(cursor: YamlCursor): void {
  const end = cursor.text.indexOf("\n", cursor.at);
  cursor.comments.push(readComment(cursor.at, end, cursor.source, cursor.place));
  cursor.at = end;
}
