import type { Offsets } from "../workspace/ranges.ts";
import { type OpenFlow, readFlow, unquoted } from "./read-flow.ts";
import { wordAt } from "./word-at.ts";

/** Where a position is in a contract. Without a parser: while it is typed, it is no YAML. */
export interface DocumentCursor {
  /** The keys from the root to the position; `[]` is a list's item, the last a value's key. */
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
export function readCursor(documentText: string, cursorOffset: number): DocumentCursor | undefined {
  const levels: Level[] = [];
  let start = 0;
  while (start <= documentText.length) {
    const end = endOfLine(documentText, start);
    const cursorLine = readLine(documentText, { start, end, offset: cursorOffset }, levels);
    if (end >= cursorOffset || cursorLine.isFound) return cursorLine.cursor;
    start = cursorLine.nextLineStart;
  }
  return undefined;
}

interface LineAt {
  readonly start: number;
  readonly end: number;
  readonly offset: number;
}

interface LineReading {
  readonly cursor?: DocumentCursor;
  /** Whether the position is in this line, or in brackets or a text that begin in it. */
  readonly isFound?: boolean;
  /** Where the next line begins that is no part of this one's value. */
  readonly nextLineStart: number;
}

function readLine(
  documentText: string,
  { start, end, offset: cursorOffset }: LineAt,
  levels: Level[],
): LineReading {
  const isHere = cursorOffset <= end;
  const cursorLine = documentText.slice(start, isHere ? cursorOffset : end).replace(/\r$/, "");
  let cursorColumn = /^ */.exec(cursorLine)?.[0].length ?? 0;
  const nextLineStart = end + 1;
  const rest = cursorLine.slice(cursorColumn);
  if (rest.startsWith("#")) return { nextLineStart };
  if (rest === "" && !isHere) return { nextLineStart };
  closeLevels(levels, cursorColumn, /^-(\s|$)/.test(rest));
  for (
    let item = /^-\s+|^-$/.exec(cursorLine.slice(cursorColumn));
    item;
    item = /^-\s+|^-$/.exec(cursorLine.slice(cursorColumn))
  ) {
    levels.push({ indent: cursorColumn, key: "[]" });
    cursorColumn += item[0].length;
  }
  const path = (): string[] => levels.map(({ key }) => key);
  const written = cursorLine.slice(cursorColumn);
  const key = keyed.exec(written);
  const valueColumn = cursorColumn + (key?.[0].length ?? 0);
  if (key) levels.push({ indent: cursorColumn, key: unquoted(key[1] ?? key[2] ?? "") });
  const value = /^\s*/.exec(cursorLine.slice(valueColumn))?.[0].length ?? 0;
  const at = start + valueColumn + value;
  const first = documentText[at] ?? "";
  if (at < cursorOffset && /[{[]/.test(first))
    return inFlow(documentText, { at, offset: cursorOffset, path: path(), nextLineStart });
  if (at < cursorOffset && /["']/.test(first))
    return inQuotes(documentText, { at, offset: cursorOffset, nextLineStart, isKey: !key, levels });
  if (/^[|>][-+0-9]*\s*$/.test(cursorLine.slice(valueColumn + value)) && !isHere)
    return inBlock(documentText, { indent: levels.at(-1)?.indent ?? 0, offset: cursorOffset, nextLineStart });
  if (!isHere) return { nextLineStart };
  if (/\s#|^#/.test(written.slice(key?.[0].length ?? 0))) return { nextLineStart };
  const kind = key ? "value" : levels.at(-1)?.key === "[]" && /-\s*[^\s]*$/.test(cursorLine) ? "item" : "key";
  const siblings = kind === "key" ? siblingsIn(documentText, start, cursorColumn) : [];
  return {
    nextLineStart,
    cursor: { path: path(), at: kind, word: wordAt(documentText, cursorOffset), siblings },
  };
}

/** Removes what a line at this column is no part of. Items may be at the key's column. */
function closeLevels(levels: Level[], cursorColumn: number, isItem: boolean): void {
  for (let last = levels.at(-1); last; last = levels.at(-1)) {
    const isInside =
      last.indent < cursorColumn || (isItem && last.indent === cursorColumn && last.key !== "[]");
    if (isInside) return;
    levels.pop();
  }
}

interface Within {
  readonly at: number;
  readonly offset: number;
  readonly nextLineStart: number;
}

function inFlow(
  documentText: string,
  { at, offset: cursorOffset, path, nextLineStart }: Within & { readonly path: string[] },
): LineReading {
  const { end, open, isComment } = readFlow(documentText, at, cursorOffset);
  if (end !== undefined && end <= cursorOffset)
    return end === cursorOffset
      ? { nextLineStart, isFound: true }
      : { nextLineStart: Math.max(nextLineStart, endOfLine(documentText, end) + 1) };
  if (isComment) return { nextLineStart, isFound: true };
  const inner = open.flatMap(({ kind, key }) => (kind === "[" ? ["[]"] : key === undefined ? [] : [key]));
  const last: OpenFlow | undefined = open.at(-1);
  const kind = last?.kind === "[" ? "item" : last?.key === undefined ? "key" : "value";
  const cursor = {
    path: [...path, ...inner],
    at: kind,
    word: wordAt(documentText, cursorOffset),
    siblings: last?.keys ?? [],
  } as const;
  return { nextLineStart, isFound: true, cursor };
}

/** A quoted text, which may have several lines. */
function inQuotes(
  documentText: string,
  {
    at,
    offset: cursorOffset,
    nextLineStart,
    isKey,
    levels,
  }: Within & { readonly isKey: boolean; readonly levels: readonly Level[] },
): LineReading {
  const quoted = /"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?/sy;
  quoted.lastIndex = at;
  const end = at + (quoted.exec(documentText)?.[0].length ?? 1);
  if (end < cursorOffset) return { nextLineStart: Math.max(nextLineStart, endOfLine(documentText, end) + 1) };
  const path = levels.map(({ key }) => key);
  const kind = !isKey ? "value" : path.at(-1) === "[]" ? "item" : "key";
  return {
    nextLineStart,
    isFound: true,
    cursor: { path, at: kind, word: wordAt(documentText, cursorOffset), siblings: [] },
  };
}

/** The lines of `|` and `>`: those indented farther than the key, and empty ones. */
function inBlock(
  documentText: string,
  {
    indent,
    offset: cursorOffset,
    nextLineStart,
  }: { readonly indent: number; readonly offset: number; readonly nextLineStart: number },
): LineReading {
  let start = nextLineStart;
  while (start <= documentText.length) {
    const end = endOfLine(documentText, start);
    const cursorLine = documentText.slice(start, end);
    const isInside =
      cursorLine.trim() === "" ? end < cursorOffset : (/^ */.exec(cursorLine)?.[0].length ?? 0);
    if (isInside === false || (typeof isInside === "number" && isInside <= indent))
      return { nextLineStart: start };
    if (cursorOffset <= end) return { nextLineStart, isFound: true };
    start = end + 1;
  }
  return { nextLineStart: start };
}

/** The keys of a line's map: those at its column, up to a line that is indented less. */
function siblingsIn(documentText: string, start: number, cursorColumn: number): readonly string[] {
  const keyAt = (cursorLine: string): string | undefined => {
    const [, quoted, plain] = keyed.exec(cursorLine.slice(cursorColumn).replace(/\r$/, "")) ?? [];
    return quoted === undefined && plain === undefined ? undefined : unquoted(quoted ?? plain ?? "");
  };
  const found: string[] = [];
  const isOutside = (cursorLine: string): boolean =>
    cursorLine.trim() !== "" && !/^\s*#/.test(cursorLine) && indentOf(cursorLine) < cursorColumn;
  const note = (cursorLine: string): void => {
    const key = indentOf(cursorLine) === cursorColumn ? keyAt(cursorLine) : undefined;
    if (key !== undefined) found.push(key);
  };
  for (let end = start - 1; end > 0;) {
    const from = documentText.lastIndexOf("\n", end - 1) + 1;
    const cursorLine = documentText.slice(from, end);
    note(cursorLine.replace(/^( *)- /, "$1  "));
    if (isOutside(cursorLine)) break;
    end = from - 1;
  }
  for (let from = endOfLine(documentText, start) + 1; from < documentText.length;) {
    const end = endOfLine(documentText, from);
    const cursorLine = documentText.slice(from, end);
    if (isOutside(cursorLine)) break;
    note(cursorLine);
    from = end + 1;
  }
  return found;
}

function indentOf(cursorLine: string): number {
  return /^ */.exec(cursorLine)?.[0].length ?? 0;
}

function endOfLine(documentText: string, start: number): number {
  lineEnd.lastIndex = start;
  return lineEnd.exec(documentText)?.index ?? documentText.length;
}
