import type { Comment } from "./comment.ts";
import { placesIn } from "./places.ts";
import type { SourceText } from "../report/source.ts";
import type { MapEntry, MapNode, SyntaxNode } from "./syntax-tree.ts";
import { type Cursor, endLine, nextLine, Uncommon, uncommon } from "./plain-cursor.ts";
import { depthLimit, readEntry, readLine, startsEntry } from "./read-plain-value.ts";

/** Beside these, tabs and carriage returns among them, only the library knows what a character means. */
const uncommonCharacter =
  /[^\n -~\u00a1-\u167f\u1681-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u2fff\u3001-\ud7ff]/;

export interface PlainText {
  readonly tree: MapNode;
  /** In the order of the text. */
  readonly comments: readonly Comment[];
}

/**
 * Reads what nearly every contract is made of, in one walk and several times as fast as a YAML library: block maps and lists
 * whose values stand on one line, brackets included. Where anything else turns up, and be it a mistake, it reads nothing:
 * the library has the say. What it reads is what the library would have read.
 */
export function readPlain(source: SourceText): PlainText | undefined {
  const { text } = source;
  if (uncommonCharacter.test(text) || text.includes(" \n") || !text.endsWith("\n")) return undefined;
  const reading = { source, place: placesIn(source), report: uncommon };
  const cursor: Cursor = { ...reading, text, comments: [], at: 0, indent: 0, lineEnd: 0 };
  try {
    nextLine(cursor);
    const tree = cursor.indent === 0 ? readMap(cursor, 0, 0) : uncommon();
    return cursor.at === text.length ? { tree, comments: cursor.comments } : undefined;
  } catch (error) {
    if (error instanceof Uncommon) return undefined;
    throw error;
  }
}

function readMap(cursor: Cursor, indent: number, depth: number): MapNode {
  if (depth > depthLimit) uncommon();
  const start = cursor.at;
  const seen = new Set<string>();
  const entries: MapEntry[] = [];
  const read = (inner: Cursor): SyntaxNode => readValue(inner, indent, depth + 1);
  do entries.push(readEntry(cursor, seen, read));
  while (cursor.indent === indent);
  if (cursor.indent > indent) uncommon();
  return { kind: "map", entries, span: cursor.place(start, cursor.lineEnd) };
}

/** Behind a colon: on the same line, or farther in below it; a list may begin right under its name. */
function readValue(cursor: Cursor, outer: number, depth: number): SyntaxNode {
  if (cursor.text[cursor.at] !== "\n") return readLine(cursor, outer, depth);
  endLine(cursor);
  const { indent } = cursor;
  if (isItem(cursor) && indent >= outer) return readList(cursor, indent, depth);
  return indent > outer ? readMap(cursor, indent, depth) : uncommon();
}

function readList(cursor: Cursor, indent: number, depth: number): SyntaxNode {
  const start = cursor.at;
  const items: SyntaxNode[] = [];
  do {
    cursor.at += 2;
    items.push(readItem(cursor, indent, depth + 1));
  } while (cursor.indent === indent && isItem(cursor));
  return { kind: "list", items, span: cursor.place(start, cursor.lineEnd) };
}

/** Behind `- `: a value, or the first field of a map whose others are below it. */
function readItem(cursor: Cursor, outer: number, depth: number): SyntaxNode {
  return startsEntry(cursor) ? readMap(cursor, outer + 2, depth) : readLine(cursor, outer, depth);
}

function isItem({ text, at }: Cursor): boolean {
  return text[at] === "-" && text[at + 1] === " ";
}
