import type { Json } from "@proviso/manifest";
import { isJsonObject } from "../../canonical/canonical-copy.ts";
import { escapeCode } from "../../canonical/escape-code.ts";
import { fingerprint } from "../../canonical/fingerprint.ts";

/** One value as it is shown: a line, or several where it is long. */
export type Shown = readonly string[];

const longestList = 20;
const sampleSize = 5;
/** Columns of a line. Where somebody's text is longer we break it ourselves, so that no line of it begins with their words. */
const width = 76;
const longestLabel = 40;

/**
 * Every value inside a value, each with its path, made when it is asked for. A long list is shown as its size, its digest
 * and a sample; nothing else is left out. What is inside of something whose digest is shown (`isCovered`) needs none of its
 * own: nested lists would be hashed once a level.
 */
export function* shownValues(
  value: Json,
  longestText: number,
  path = "",
  isCovered = false,
): Generator<Shown> {
  const inside = (at: string, item: Json, covered: boolean) => shownValues(item, longestText, at, covered);
  if (isList(value) && value.length > 0) {
    const isLong = value.length > longestList;
    if (isLong) {
      const digest = isCovered ? "" : `SHA-256 ${fingerprint(value)}, `;
      yield labelled(path, `${value.length} items, ${digest}of which the first ${sampleSize}:`);
    }
    for (const [index, item] of value.slice(0, isLong ? sampleSize : undefined).entries())
      yield* inside(`${path}[${index}]`, item, isCovered || isLong);
  } else if (isJsonObject(value) && Object.keys(value).length > 0) {
    for (const [key, item] of Object.entries(value)) yield* inside(pathTo(path, key), item, isCovered);
  } else if (path !== "") yield leaf(path, value, longestText);
}

function leaf(path: string, value: Json, longestText: number): Shown {
  if (typeof value !== "string") return labelled(path, `\`${JSON.stringify(value)}\``);
  const { text, isWhole } = beginning(value, longestText);
  const size = `${value.length} characters, SHA-256 ${fingerprint(value)}, beginning:`;
  return [...(isWhole ? [] : labelled(path, size)), ...quoted(isWhole ? path : undefined, text)];
}

function labelled(path: string, text: string): Shown {
  if (path.length <= longestLabel) return [`- ${path}: ${text}`];
  // The only backticks in it are ours.
  return ["- (long name)", ...quoted(undefined, path.replaceAll("`", "")), `  ${text}`];
}

/** A text in a code span behind its label, or below it in as many code spans as it needs. */
function quoted(path: string | undefined, text: string): Shown {
  const isShort = path !== undefined && path.length <= longestLabel;
  if (isShort && columnsOf(path) + columnsOf(text) + 6 <= width) return [`- ${path}: \`${text}\``];
  const label = path === undefined ? [] : isShort ? [`- ${path}:`] : [...labelled(path, "is:")];
  return [...label, ...chunks(text).map((chunk) => `  \`${chunk}\``)];
}

/** Text in quotation marks and in one code span, for within a line. */
export function inlineText(text: string, longest: number): string {
  const { text: shown, isWhole } = beginning(text, longest);
  return `\`${shown}\`${isWhole ? "" : ` (${text.length} characters)`}`;
}

/** An escaped JSON string, cut where it would have more columns than this: what is escaped is longer than it was. */
function beginning(text: string, longest: number): { readonly text: string; readonly isWhole: boolean } {
  let shown = "";
  let columns = 0;
  for (const token of tokensOf(escapeCode(JSON.stringify(text.slice(0, longest + 1))))) {
    columns += columnsOf(token);
    if (columns > longest) return { text: shown, isWhole: false };
    shown += token;
  }
  return { text: shown, isWhole: true };
}

function chunks(text: string): readonly string[] {
  const found: string[] = [];
  let chunk = "";
  let columns = 0;
  for (const token of tokensOf(text)) {
    columns += columnsOf(token);
    if (columns > width - 4) {
      found.push(chunk);
      chunk = "";
      columns = columnsOf(token);
    }
    chunk += token;
  }
  return [...found, chunk];
}

/** Characters, and escapes as a whole. */
function tokensOf(text: string): readonly string[] {
  return text.match(/\\u\{[\da-f]+\}|\\u[\da-f]{4}|\\.|./gsu) ?? [];
}

/** Characters beyond Latin may be two columns wide. */
function columnsOf(text: string): number {
  return text.length + (text.match(/[\u0250-\u{10ffff}]/gu)?.length ?? 0);
}

function pathTo(path: string, key: string): string {
  const name = /^[A-Za-z][A-Za-z0-9]*$/.test(key) ? key : inlineText(key, 200);
  return path === "" ? name : `${path}.${name}`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
