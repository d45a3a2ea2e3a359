import type { Comment } from "./comment.ts";
import { placesIn } from "./places.ts";
import type { SourceText } from "../report/source.ts";
import type { MapEntry, MapNode, SyntaxNode } from "./syntax-tree.ts";
import { type YamlCursor, endLine, nextLine, Uncommon, uncommon } from "./plain-cursor.ts";
import { maxNesting, readEntry, readLine, startsEntry } from "./read-plain-value.ts";

/** Other characters, tabs and carriage returns included, are left to the library. */
const uncommonCharacter =
  /[^\n -~\u00a1-\u167f\u1681-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u2fff\u3001-\ud7ff]/;

export interface PlainText {
  readonly tree: MapNode;
  /** In source order. */
  readonly comments: readonly Comment[];
}

/**
 * A fast reader for the common subset of YAML: block maps and lists whose values are on one line,
 * flow collections included. Several times as fast as a YAML library, with the same result. Returns
 * undefined for anything else, mistakes included: then the library reads the text.
 */
export function readPlain(source: SourceText): PlainText | undefined {
  const { text } = source;
  if (uncommonCharacter.test(text) || text.includes(" \n") || !text.endsWith("\n")) return undefined;
  const reading = { source, place: placesIn(source), report: uncommon };
  const cursor: YamlCursor = { ...reading, text, comments: [], at: 0, indent: 0, lineEnd: 0 };
  try {
    nextLine(cursor);
    const tree = cursor.indent === 0 ? readMap(cursor, 0, 0) : uncommon();
    return cursor.at === text.length ? { tree, comments: cursor.comments } : undefined;
  } catch (error) {
    if (error instanceof Uncommon) return undefined;
    throw error;
  }
}

function readMap(cursor: YamlCursor, indent: number, depth: number): MapNode {
  if (depth > maxNesting) uncommon();
  const start = cursor.at;
  const seen = new Set<string>();
  const entries: MapEntry[] = [];
  const read = (inner: YamlCursor): SyntaxNode => readValue(inner, indent, depth + 1);
  do entries.push(readEntry(cursor, seen, read));
  while (cursor.indent === indent);
  if (cursor.indent > indent) uncommon();
  return { kind: "map", entries, span: cursor.place(start, cursor.lineEnd) };
}

/** Reads the value after a colon, on its line or indented below; lists may have its indent. */
function readValue(cursor: YamlCursor, outer: number, depth: number): SyntaxNode {
  if (cursor.text[cursor.at] !== "\n") return readLine(cursor, outer, depth);
  endLine(cursor);
  const { indent } = cursor;
  if (isItem(cursor) && indent >= outer) return readList(cursor, indent, depth);
  return indent > outer ? readMap(cursor, indent, depth) : uncommon();
}

function readList(cursor: YamlCursor, indent: number, depth: number): SyntaxNode {
  const start = cursor.at;
  const items: SyntaxNode[] = [];
  do {
    cursor.at += 2;
    items.push(readItem(cursor, indent, depth + 1));
  } while (cursor.indent === indent && isItem(cursor));
  return { kind: "list", items, span: cursor.place(start, cursor.lineEnd) };
}

/** Reads the item after `- `: a value, or the first entry of a map that continues below. */
function readItem(cursor: YamlCursor, outer: number, depth: number): SyntaxNode {
  return startsEntry(cursor) ? readMap(cursor, outer + 2, depth) : readLine(cursor, outer, depth);
}

function isItem({ text, at }: YamlCursor): boolean {
  return text[at] === "-" && text[at + 1] === " ";
}
