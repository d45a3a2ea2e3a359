import type { Offsets } from "../text/ranges.ts";
import { type OpenFlow, readFlow, unquoted } from "./read-flow.ts";
import { wordAt } from "./word-at.ts";

/** Where a position is in a contract. Read without the parser: while a contract is typed, it is mostly no YAML. */
export interface Cursor {
  /** The keys from the root to the position; `[]` is an item of a list. At a value, the last one is its key. */
  readonly path: readonly string[];
  /** What can be here. Where an item begins, it is a value or the first key of a map. */
  readonly at: "key" | "value" | "item";
  /** The word at the position, without quotes. */
  readonly word: Offsets;
  /** Keys that the map has already. */
  readonly siblings: readonly string[];
}

/** A key, or an item of a list, that the lines below belong to if they are indented farther. */
interface Level {
  readonly indent: number;
  readonly key: string;
}

const lineEnd = /\n|$/g;
/** `key:` and what is behind it. A plain key may contain colons that no space follows. */
const keyed =
  /^(?:("(?:[^"\\]|\\.)*"|'[^']*')\s*|([^\s"'#{}[\],&*!|>%@`-](?:[^:#\n]|:(?!\s|$)|(?<!\s)#)*)):(?=\s|$)/;

/** Undefined inside a comment or a text of several lines. */
export function readCursor(text: string, offset: number): Cursor | undefined {
  const levels: Level[] = [];
  let start = 0;
  while (start <= text.length) {
    const end = endOfLine(text, start);
    const line = readLine(text, { start, end, offset }, levels);
    if (end >= offset || line.isFound) return line.cursor;
    start = line.next;
  }
  return undefined;
}

interface LineAt {
  readonly start: number;
  readonly end: number;
  readonly offset: number;
}

interface LineReading {
  readonly cursor?: Cursor;
  /** Whether the position is in this line, or in brackets or a text that begin in it. */
  readonly isFound?: boolean;
  /** Where the next line begins that is no part of this one's value. */
  readonly next: number;
}

function readLine(text: string, { start, end, offset }: LineAt, levels: Level[]): LineReading {
  const isHere = offset <= end;
  const line = text.slice(start, isHere ? offset : end).replace(/\r$/, "");
  let column = /^ */.exec(line)?.[0].length ?? 0;
  const next = end + 1;
  const rest = line.slice(column);
  if (rest.startsWith("#")) return { next };
  if (rest === "" && !isHere) return { next };
  closeLevels(levels, column, /^-(\s|$)/.test(rest));
  for (let item = /^-\s+|^-$/.exec(line.slice(column)); item; item = /^-\s+|^-$/.exec(line.slice(column))) {
    levels.push({ indent: column, key: "[]" });
    column += item[0].length;
  }
  const path = (): string[] => levels.map(({ key }) => key);
  const written = line.slice(column);
  const key = keyed.exec(written);
  const valueColumn = column + (key?.[0].length ?? 0);
  if (key) levels.push({ indent: column, key: unquoted(key[1] ?? key[2] ?? "") });
  const value = /^\s*/.exec(line.slice(valueColumn))?.[0].length ?? 0;
  const at = start + valueColumn + value;
  const first = text[at] ?? "";
  if (at < offset && /[{[]/.test(first)) return inFlow(text, { at, offset, path: path(), next });
  if (at < offset && /["']/.test(first)) return inQuotes(text, { at, offset, next, isKey: !key, levels });
  if (/^[|>][-+0-9]*\s*$/.test(line.slice(valueColumn + value)) && !isHere)
    return inBlock(text, { indent: levels.at(-1)?.indent ?? 0, offset, next });
  if (!isHere) return { next };
  if (/\s#|^#/.test(written.slice(key?.[0].length ?? 0))) return { next };
  const kind = key ? "value" : levels.at(-1)?.key === "[]" && /-\s*[^\s]*$/.test(line) ? "item" : "key";
  const siblings = kind === "key" ? siblingsIn(text, start, column) : [];
  return { next, cursor: { path: path(), at: kind, word: wordAt(text, offset), siblings } };
}

/** Removes what a line at this column is not part of. Items may stand at the column of their key. */
function closeLevels(levels: Level[], column: number, isItem: boolean): void {
  for (let last = levels.at(-1); last; last = levels.at(-1)) {
    const isInside = last.indent < column || (isItem && last.indent === column && last.key !== "[]");
    if (isInside) return;
    levels.pop();
  }
}

interface Within {
  readonly at: number;
  readonly offset: number;
  readonly next: number;
}

function inFlow(text: string, { at, offset, path, next }: Within & { readonly path: string[] }): LineReading {
  const { end, open, isComment } = readFlow(text, at, offset);
  if (end !== undefined && end <= offset)
    return end === offset ? { next, isFound: true } : { next: Math.max(next, endOfLine(text, end) + 1) };
  if (isComment) return { next, isFound: true };
  const inner = open.flatMap(({ kind, key }) => (kind === "[" ? ["[]"] : key === undefined ? [] : [key]));
  const last: OpenFlow | undefined = open.at(-1);
  const kind = last?.kind === "[" ? "item" : last?.key === undefined ? "key" : "value";
  const cursor = {
    path: [...path, ...inner],
    at: kind,
    word: wordAt(text, offset),
    siblings: last?.keys ?? [],
  } as const;
  return { next, isFound: true, cursor };
}

/** A quoted text, which may have several lines. */
function inQuotes(
  text: string,
  {
    at,
    offset,
    next,
    isKey,
    levels,
  }: Within & { readonly isKey: boolean; readonly levels: readonly Level[] },
): LineReading {
  const quoted = /"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?/sy;
  quoted.lastIndex = at;
  const end = at + (quoted.exec(text)?.[0].length ?? 1);
  if (end < offset) return { next: Math.max(next, endOfLine(text, end) + 1) };
  const path = levels.map(({ key }) => key);
  const kind = !isKey ? "value" : path.at(-1) === "[]" ? "item" : "key";
  return { next, isFound: true, cursor: { path, at: kind, word: wordAt(text, offset), siblings: [] } };
}

/** The lines of `|` and `>`: those indented farther than the key, and empty ones. */
function inBlock(
  text: string,
  { indent, offset, next }: { readonly indent: number; readonly offset: number; readonly next: number },
): LineReading {
  let start = next;
  while (start <= text.length) {
    const end = endOfLine(text, start);
    const line = text.slice(start, end);
    const isInside = line.trim() === "" ? end < offset : (/^ */.exec(line)?.[0].length ?? 0);
    if (isInside === false || (typeof isInside === "number" && isInside <= indent)) return { next: start };
    if (offset <= end) return { next, isFound: true };
    start = end + 1;
  }
  return { next: start };
}

/** The keys of the map that a line is in: those at its column, up to a line that is indented less. */
function siblingsIn(text: string, start: number, column: number): readonly string[] {
  const keyAt = (line: string): string | undefined => {
    const [, quoted, plain] = keyed.exec(line.slice(column).replace(/\r$/, "")) ?? [];
    return quoted === undefined && plain === undefined ? undefined : unquoted(quoted ?? plain ?? "");
  };
  const found: string[] = [];
  const isOutside = (line: string): boolean =>
    line.trim() !== "" && !/^\s*#/.test(line) && indentOf(line) < column;
  const note = (line: string): void => {
    const key = indentOf(line) === column ? keyAt(line) : undefined;
    if (key !== undefined) found.push(key);
  };
  for (let end = start - 1; end > 0;) {
    const from = text.lastIndexOf("\n", end - 1) + 1;
    const line = text.slice(from, end);
    note(line.replace(/^( *)- /, "$1  "));
    if (isOutside(line)) break;
    end = from - 1;
  }
  for (let from = endOfLine(text, start) + 1; from < text.length;) {
    const end = endOfLine(text, from);
    const line = text.slice(from, end);
    if (isOutside(line)) break;
    note(line);
    from = end + 1;
  }
  return found;
}

function indentOf(line: string): number {
  return /^ */.exec(line)?.[0].length ?? 0;
}

function endOfLine(text: string, start: number): number {
  lineEnd.lastIndex = start;
  return lineEnd.exec(text)?.index ?? text.length;
}
