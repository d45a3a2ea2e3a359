import type { Json } from "../contract/contract.ts";
import { isList, isObject } from "../contract/is-object.ts";
import { escapeCode } from "../text/escape-code.ts";
import { imitationNote } from "../text/escape-text.ts";
import { moneyOf } from "./money-of.ts";

/** One value as shown: one or more lines. */
export type Shown = readonly string[];

/** The texts of a question: how they are cut, and how what is cut is identified. */
export interface ShownTexts {
  /** Columns shown of a text. */
  readonly longest: number;
  /** Hex SHA-256 of the canonical JSON of a value. */
  readonly fingerprint: (value: Json) => string;
  /** How a sentence writes the number at a path, such as `EUR 1.00`. */
  readonly readings?: ReadonlyMap<string, string>;
  /** Whether an object that is an amount with its currency is one value. */
  readonly hasMoney?: boolean;
  /** Whether a sentence says a value, by its path too; then it is not said again. */
  readonly isSaid?: (value: Json, path: string) => boolean;
}

const maxShownItems = 20;
const shownSampleSize = 5;
/** Columns of a line. Longer text is broken here, so that no line begins with text from outside. */
const shownWidth = 76;
const maxLabelLength = 40;

/**
 * Yields every value inside a value with its path. A long list is shown as its size, its digest and a sample; nothing else is
 * left out. `isCovered`: an outer digest covers it, so it needs none of its own.
 */
export function* shownValues(value: Json, texts: ShownTexts, path = "", isCovered = false): Generator<Shown> {
  const inside = (at: string, item: Json, covered: boolean) => shownValues(item, texts, at, covered);
  const money = texts.hasMoney === true ? moneyOf(value) : undefined;
  if (texts.isSaid?.(value, path)) return;
  if (money !== undefined) yield labelledValue(path, money);
  else if (isList(value) && value.length > 0) {
    const isLong = value.length > maxShownItems;
    if (isLong) {
      const digest = isCovered ? "" : `SHA-256 ${texts.fingerprint(value)}, `;
      yield labelledValue(path, `${value.length} items, ${digest}of which the first ${shownSampleSize}:`);
    }
    for (const [index, item] of value.slice(0, isLong ? shownSampleSize : undefined).entries())
      yield* inside(`${path}[${index}]`, item, isCovered || isLong);
  } else if (isObject(value) && Object.keys(value).length > 0) {
    for (const [key, item] of Object.entries(value)) yield* inside(pathTo(path, key), item, isCovered);
  } else if (path !== "") yield shownLeaf(path, value, texts);
}

/** Sentences of the server's code, without quotes: those are around what the caller wrote. A long list is shown as any other. */
export function* shownSentences(
  label: string,
  sentences: readonly string[] | undefined,
  texts: ShownTexts,
  begin = `${label}: `,
): Generator<Shown> {
  const isLong = (each: string): boolean => each.length > texts.longest;
  if (sentences && (sentences.length > maxShownItems || sentences.some(isLong)))
    return yield* shownValues(sentences, texts, label);
  for (const each of sentences ?? []) {
    const lines = chunksOfText(escapedSentence(each)).map(
      (chunk, index) => `${index === 0 ? `- ${begin}` : "  "}\`${chunk}\``,
    );
    const note = imitationNote(each);
    yield note === "" ? lines : [...lines, `  ${note}`];
  }
}

/** A sentence of the server's code in one code span, for use within a line. */
export function inlineSentence(text: string): string {
  const note = imitationNote(text);
  return `\`${escapedSentence(text)}\`${note === "" ? "" : ` ${note}`}`;
}

function escapedSentence(text: string): string {
  return escapeCode(JSON.stringify(text).slice(1, -1));
}

function shownLeaf(path: string, value: Json, { longest, fingerprint, readings }: ShownTexts): Shown {
  const [json, reading] = [JSON.stringify(value), typeof value === "number" && readings?.get(path)];
  if (typeof value !== "string")
    return labelledValue(path, reading && reading !== json ? `${reading} (\`${json}\`)` : `\`${json}\``);
  const { text, isWhole } = beginningOfText(value, longest);
  const size = `${value.length} characters, SHA-256 ${fingerprint(value)}, beginning:`;
  const note = imitationNote(value);
  return [
    ...(isWhole ? [] : labelledValue(path, size)),
    ...quotedValue(isWhole ? path : undefined, text),
    ...(note === "" ? [] : [`  ${note}`]),
  ];
}

function labelledValue(path: string, text: string): Shown {
  if (path.length <= maxLabelLength) return [`- ${path}: ${text}`];
  // The path contains no backticks of its own.
  return ["- (long name)", ...quotedValue(undefined, path.replaceAll("`", "")), `  ${text}`];
}

/** Text in a code span after its label, or below it in as many code spans as it needs. */
function quotedValue(path: string | undefined, text: string): Shown {
  const isShort = path !== undefined && path.length <= maxLabelLength;
  if (isShort && columnsOf(path) + columnsOf(text) + 6 <= shownWidth) return [`- ${path}: \`${text}\``];
  const label = path === undefined ? [] : isShort ? [`- ${path}:`] : [...labelledValue(path, "is:")];
  return [...label, ...chunksOfText(text).map((chunk) => `  \`${chunk}\``)];
}

/** Text in quotes within one code span, for use within a line. */
export function inlineText(text: string, longest: number): string {
  const { text: shown, isWhole } = beginningOfText(text, longest);
  const note = imitationNote(text);
  return `\`${shown}\`${isWhole ? "" : ` (${text.length} characters)`}${note === "" ? "" : ` ${note}`}`;
}

/** Cuts an escaped JSON string at this many columns. Escaped text is longer than the original. */
function beginningOfText(
  text: string,
  longest: number,
): { readonly text: string; readonly isWhole: boolean } {
  let shown = "";
  let columns = 0;
  for (const token of tokensOf(escapeCode(JSON.stringify(text.slice(0, longest + 1))))) {
    columns += columnsOf(token);
    if (columns > longest) return { text: shown, isWhole: false };
    shown += token;
  }
  return { text: shown, isWhole: true };
}

function chunksOfText(text: string): readonly string[] {
  const found: string[] = [];
  let chunk = "";
  let columns = 0;
  const tokens = tokensOf(text);
  for (const [index, token] of tokens.entries()) {
    columns += columnsOf(token);
    if (columns > shownWidth - 4) {
      // Between words, where one ends in the second half of the line.
      const end = chunk.lastIndexOf(" ") + 1;
      const cut = end > chunk.length / 2 ? end : chunk.length;
      found.push(chunk.slice(0, cut));
      chunk = chunk.slice(cut);
      columns = columnsOf(chunk + token);
    }
    chunk += token;
    // The lines of a program, or of a letter, stay lines.
    if (token === "\\n" && index < tokens.length - 2) {
      found.push(chunk);
      [chunk, columns] = ["", 0];
    }
  }
  return [...found, chunk];
}

/** Splits into characters and escapes. */
function tokensOf(text: string): readonly string[] {
  return text.match(/\\u\{[\da-f]+\}|\\u[\da-f]{4}|\\.|./gsu) ?? [];
}

/** Counts characters beyond Latin as two columns. */
function columnsOf(text: string): number {
  return text.length + (text.match(/[\u0250-\u{10ffff}]/gu)?.length ?? 0);
}

function pathTo(path: string, key: string): string {
  const name = /^[A-Za-z][A-Za-z0-9]*$/.test(key) ? key : inlineText(key, 200);
  return path === "" ? name : `${path}.${name}`;
}
