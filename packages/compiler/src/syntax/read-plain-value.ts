import { readScalar } from "./read-scalar.ts";
import type { MapEntry, MapNode, ScalarNode, SyntaxNode } from "./syntax-tree.ts";
import { type YamlCursor, endLine, take, uncommon } from "./plain-cursor.ts";

/** Deeper than any readable contract, and well below the depth that the library refuses. */
export const maxNesting = 16;

/** A key that needs no quotes in any context, then a colon. */
const keyPattern = /[A-Za-z_$][\w$.?/-]*(?::[\w$.?/-]+)*(?=:[ \n])/y;
/** Words that are not text in the core schema. */
const noText: ReadonlyMap<string, null | boolean> = new Map<string, null | boolean>([
  ["null", null],
  ["true", true],
  ["false", false],
]);
/** Matches what the core schema reads, or might read, as something other than text. */
const maybeNoText =
  /^(?:~|null|true|false|[-+]?\.(?:inf|nan)|0[ox][\da-f]+|[-+]?\.?\d[\d.]*(?:e[-+]?\d+)?)$/i;
const plainNumber = /^(?:0|-?[1-9]\d{0,14}|-?(?:0|[1-9]\d{0,8})\.\d{1,6})$/;
/** Plain text must begin with a character that starts no other syntax. */
const plainInLine = /(?:[A-Za-z0-9_$/(^+.~<=;\u00a1-\uffff]|-(?=\d))[^\n]*/y;
const plainInBrackets = /(?:[A-Za-z0-9_$/(^+.~<=;\u00a1-\uffff]|-(?=\d))[^\n,[\]{}]*/y;
/** Double-quoted text with only those escapes that mean the same in JSON. */
const doubleQuoted = /"(?:[^"\\\n]|\\["\\/nt])*"/y;
const singleQuoted = /'(?:[^'\n]|'')*'/y;
const plainSpaces = / */y;
const blockScalar = /[|>]-?\n/y;

export function startsEntry({ text: plainText, at }: YamlCursor): boolean {
  keyPattern.lastIndex = at;
  return keyPattern.test(plainText);
}

/** Reads `name:` and its value. A duplicate name is left to the library. */
export function readEntry(
  cursor: YamlCursor,
  seen: Set<string>,
  read: (cursor: YamlCursor) => SyntaxNode,
): MapEntry {
  const start = cursor.at;
  const key = take(cursor, keyPattern);
  const folded = key.toLowerCase();
  if (maybeNoText.test(key) || key.length > 200 || seen.has(folded)) uncommon();
  seen.add(folded);
  const keySpan = cursor.place(start, cursor.at);
  cursor.at += 1;
  take(cursor, plainSpaces);
  return { key, keySpan, value: read(cursor) };
}

/**
 * Reads a value on one line, or a block scalar. `outer` is the indent of the map or list.
 */
export function readLine(cursor: YamlCursor, outer: number, depth: number): SyntaxNode {
  const firstCharacter = cursor.text[cursor.at];
  if (firstCharacter === "|" || firstCharacter === ">") return readBlock(cursor, outer);
  const value = readInline(cursor, plainInLine, depth);
  endLine(cursor);
  return value;
}

function readInline(cursor: YamlCursor, plain: RegExp, depth: number): SyntaxNode {
  const firstCharacter = cursor.text[cursor.at];
  if (depth > maxNesting) uncommon();
  if (firstCharacter === "{") return readFlowMap(cursor, depth);
  if (firstCharacter === "[") return readFlowList(cursor, depth);
  if (firstCharacter === '"') return readQuoted(cursor, doubleQuoted, unescapeDouble);
  if (firstCharacter === "'") return readQuoted(cursor, singleQuoted, unescapeSingle);
  return readPlain(cursor, plain);
}

function readPlain(cursor: YamlCursor, pattern: RegExp): ScalarNode {
  const start = cursor.at;
  const rest = take(cursor, pattern);
  const comment = rest.indexOf(" #");
  const plainText = withoutSpaces(comment === -1 ? rest : rest.slice(0, comment));
  // A colon followed by a space, a bracket, a comma or the end would make the text a key.
  if (plainText.endsWith(":") || plainText.includes(": ") || (pattern === plainInBrackets && comment !== -1))
    uncommon();
  cursor.at = start + plainText.length;
  return readScalar(valueOf(plainText), cursor.place(start, cursor.at), cursor);
}

/** Removes trailing spaces, and no other white space. */
function withoutSpaces(plainText: string): string {
  let end = plainText.length;
  while (plainText[end - 1] === " ") end -= 1;
  return plainText.slice(0, end);
}

function valueOf(plainText: string): string | number | boolean | null {
  if (!maybeNoText.test(plainText)) return plainText;
  const word = noText.get(plainText);
  if (word !== undefined) return word;
  return plainNumber.test(plainText) ? Number(plainText) : uncommon();
}

function readQuoted(cursor: YamlCursor, pattern: RegExp, unescape: (written: string) => string): ScalarNode {
  const start = cursor.at;
  const value = unescape(take(cursor, pattern));
  return readScalar(value, cursor.place(start, cursor.at), cursor);
}

function unescapeDouble(written: string): string {
  return written.includes("\\") ? String(JSON.parse(written)) : written.slice(1, -1);
}

function unescapeSingle(written: string): string {
  return written.slice(1, -1).replaceAll("''", "'");
}

function readFlowMap(cursor: YamlCursor, depth: number): MapNode {
  const start = cursor.at;
  const seen = new Set<string>();
  const entries: MapEntry[] = [];
  const readNext = (inner: YamlCursor): SyntaxNode => readInline(inner, plainInBrackets, depth + 1);
  readItems(cursor, "}", () => entries.push(readEntry(cursor, seen, readNext)));
  return { kind: "map", entries, span: cursor.place(start, cursor.at) };
}

function readFlowList(cursor: YamlCursor, depth: number): SyntaxNode {
  const start = cursor.at;
  const items: SyntaxNode[] = [];
  readItems(cursor, "]", () => items.push(readInline(cursor, plainInBrackets, depth + 1)));
  return { kind: "list", items, span: cursor.place(start, cursor.at) };
}

/** Reads from the opening bracket to the closing one, with a comma between items. */
function readItems(cursor: YamlCursor, close: string, readItem: () => void): void {
  cursor.at += 1;
  take(cursor, plainSpaces);
  let isFirst = true;
  while (cursor.text[cursor.at] !== close) {
    if (!isFirst) take(cursor, flowComma);
    isFirst = false;
    readItem();
    take(cursor, plainSpaces);
  }
  cursor.at += 1;
}

const flowComma = /, */y;

/** Reads a block scalar such as `>-`, if all lines have the same indent and none is empty. */
function readBlock(cursor: YamlCursor, outer: number): ScalarNode {
  const start = cursor.at;
  const header = take(cursor, blockScalar);
  const indent = indentAtLine(cursor);
  if (indent <= outer) uncommon();
  const lines: string[] = [];
  while (indentAtLine(cursor) === indent) {
    const end = cursor.text.indexOf("\n", cursor.at);
    lines.push(cursor.text.slice(cursor.at + indent, end));
    cursor.at = end + 1;
  }
  const next = indentAtLine(cursor);
  if (next > indent || cursor.text[cursor.at] === "\n") uncommon();
  const plainText = lines.join(header.startsWith(">") ? " " : "\n") + (header.length === 2 ? "\n" : "");
  const span = cursor.place(start, cursor.at);
  cursor.at -= 1;
  endLine(cursor);
  return readScalar(plainText, span, cursor);
}

/** -1 on an empty line and at the end. */
function indentAtLine({ text: plainText, at }: YamlCursor): number {
  let end = at;
  while (plainText[end] === " ") end += 1;
  return plainText[end] === "\n" || end === plainText.length ? -1 : end - at;
}
