import type { Json } from "@proviso/manifest";
import type * as Yaml from "yaml";
import type { CST, Document, Node, Pair, YAMLError, YAMLMap } from "yaml";
import { type Comment, readComment } from "./comment.ts";
import type { Diagnostic, Report } from "../report/diagnostic.ts";
import { lateLibrary } from "#late-library";
import { tooDeepAt } from "./nesting.ts";
import { outdentedJson } from "./outdented-json.ts";
import { parseErrors } from "./parse-problems.ts";
import { type MakeSpan, placesIn } from "./places.ts";
import { readPlain } from "./read-plain.ts";
import { halfCharacter, type TextContext, readScalar } from "./read-scalar.ts";
import type { SourceText, Span } from "../report/source.ts";
import {
  adviseOnSyntax,
  mergeConflictIn,
  oddSpaceIn,
  type SyntaxAdvice,
  type SyntaxPlace,
} from "./syntax-advice.ts";
import type { MapEntry, MapNode, SyntaxNode } from "./syntax-tree.ts";
import { unendedAt } from "./unended.ts";

const yamlLibrary = lateLibrary<typeof Yaml>("yaml");

/** YAML that contracts may not use: a text with it does not mean what it shows. */
const forbiddenTokens: Readonly<Record<string, { feature: string; instead: string }>> = {
  anchor: { feature: "an anchor", instead: "declare what is used twice under `types`" },
  alias: { feature: "an alias", instead: "declare what is used twice under `types`" },
  tag: { feature: "a tag", instead: "quote text that begins with `!`" },
  directive: { feature: "a directive", instead: "remove it; every contract is YAML 1.2" },
};

/** Above the lists of the largest servers; anything below is read in seconds at worst. */
const sizeLimit = 4_000_000;
const nestingLimit = 64;

export interface ParseResult {
  readonly tree?: MapNode;
  /** In the order of the text. */
  readonly comments: readonly Comment[];
  readonly diagnostics: readonly Diagnostic[];
}

/** YAML 1.2, core schema, one document, no references or tags; every node with its place. */
export function parse(source: SourceText): ParseResult {
  // Optional, for speed: at 1,000 tools it saves a third of a cold `generate` and half of a cold
  // `check`. Without it `generate` takes 0.58 of hey-api's time, of a budget of 0.6.
  const plain = source.text.length > sizeLimit ? undefined : readPlain(source);
  return plain ? { ...plain, diagnostics: [] } : parseAny(source);
}

/** Parses any text with the `yaml` library, which takes ten times as long. */
export function parseAny(source: SourceText): ParseResult {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => void diagnostics.push(diagnostic);
  const placeInSource = placesIn(source);
  const lexemes: string[] = [];
  const refused = refuseFile(source, placeInSource, lexemes);
  if (refused) return { comments: [], diagnostics: [refused] };
  const tokens = tokensOf(lexemes);
  const documents = [
    ...new (yamlLibrary().Composer)(composingOptions).compose(tokens, true, source.text.length),
  ];
  const written: WrittenToken[] = [];
  for (const token of tokens) collectWritten(token, written);
  written.sort((a, b) => a.offset - b.offset);
  reportForbidden(written, placeInSource, report);
  const comments = written.flatMap((token) =>
    token.type === "comment"
      ? [readComment(token.offset, token.offset + token.source.length, source, placeInSource)]
      : [],
  );
  const refusedLines = new Set(diagnostics.map(({ span }) => span.line));
  const reportApart: Report = (diagnostic) => {
    // On the line of what is refused, a mistake in the syntax is mostly its echo.
    if (diagnostic.code !== "parse/syntax" || !refusedLines.has(diagnostic.span.line)) report(diagnostic);
  };
  const tree = readDocuments(documents, { source, place: placeInSource, report: reportApart });
  return { ...(diagnostics.length > 0 || tree === undefined ? {} : { tree }), comments, diagnostics };
}

/** What would overwhelm the parser, found before. If nothing would, `lexemes` has the text. */
function refuseFile(
  { path, text }: SourceText,
  placeInSource: MakeSpan,
  lexemes: string[],
): Diagnostic | undefined {
  if (text.length > sizeLimit) {
    // Its lines are not worth counting.
    const start = placesIn({ path, text: "" })(0, 1);
    return parseErrors.at(start, "too-large", { limit: sizeLimit, length: text.length });
  }
  for (const { character, ...advice } of unreadableFile) {
    const found = text.search(character);
    if (found !== -1) return parseErrors.at(placeInSource(found, found + 1), "syntax", advice);
  }
  const at = tooDeepAt(keptTree(new (yamlLibrary().Lexer)().lex(text), lexemes), nestingLimit);
  if (at === undefined) return undefined;
  const start = Math.min(at, text.length - 1);
  return parseErrors.at(placeInSource(start, start + 1), "too-deep", { limit: nestingLimit });
}

/** Takes lexemes and remembers them, so that a text is cut into lexemes once. */
function* keptTree(lexed: Iterable<string>, lexemes: string[]): Generator<string, void> {
  for (const lexeme of lexed) {
    lexemes.push(lexeme);
    yield lexeme;
  }
}

function tokensOf(lexemes: readonly string[]): CST.Token[] {
  const parser = new (yamlLibrary().Parser)();
  const tokens: CST.Token[] = [];
  for (const lexeme of lexemes) for (const token of parser.next(lexeme)) tokens.push(token);
  return [...tokens, ...parser.end()];
}

/** Where the text that is read is not the one that editors show. */
const unreadableFile: readonly (SyntaxAdvice & { readonly character: RegExp })[] = [
  {
    character: /\ufffd/,
    problem: "this character cannot be read",
    instead: "save the file as UTF-8",
  },
  {
    character: /\r(?!\n)/,
    problem: "this line ends in a carriage return alone",
    instead: "end lines with a line feed, with or without a carriage return before it",
  },
];

const composingOptions = { version: "1.2", schema: "core", merge: false, uniqueKeys: false } as const;

function readDocuments(documents: readonly Document[], reading: TextContext): MapNode | undefined {
  const { place: placeInSource, report } = reading;
  const [document, second] = documents;
  // A tag has been refused already, known or not.
  const errors = documents.flatMap((each) => each.errors).filter(({ code }) => code !== "TAG_RESOLVE_FAILED");
  const broken = errors.toSorted((a, b) => a.pos[0] - b.pos[0])[0];
  // One syntax error only: those after it are mostly its echo.
  if (broken) return void report(syntaxError(broken, reading));
  if (second)
    return void report(
      parseErrors.at(placeInSource(second.range?.[0] ?? 0, second.range?.[1] ?? 0), "second-document", {}),
    );
  const root = document?.contents;
  const start = fileStart(reading);
  if (!root || (yamlLibrary().isScalar(root) && root.value === null))
    return void report(parseErrors.at(start, "empty", {}));
  if (!yamlLibrary().isMap(root)) return void report(parseErrors.at(start, "not-a-map", {}));
  return readMap(root as YAMLMap<Node, Node | null>, reading);
}

function fileStart({ place: placeInSource, source }: TextContext): Span {
  return placeInSource(0, Math.min(1, source.text.length));
}

function syntaxError(
  { pos: [start, end], message }: YAMLError,
  { place: placeInSource, source }: TextContext,
): Diagnostic {
  const placed = mergeConflictIn(source.text) ?? oddSpaceIn(source.text, start);
  if (placed) return parseErrors.at(placeInSource(placed.start, placed.end), "syntax", placed);
  const { place: where, ...advice } = adviseOnSyntax(message, source.text, start);
  const at = where && placeToPointAt(where, source.text, start);
  const pasted = where === "opening" && at !== undefined ? outdentedJson(source.text, at) : undefined;
  if (pasted) {
    const edits = pasted.lines.map((line) => ({ start: line, end: line, text: pasted.indent }));
    const fix = { title: "indent what is pasted", edits };
    return parseErrors.at(placeInSource(pasted.start, pasted.start + 1), "syntax", {
      ...reportOutdented,
      fix,
    });
  }
  const span = at === undefined ? placeInSource(start, Math.max(end, start + 1)) : placeInSource(at, at + 1);
  return parseErrors.at(span, "syntax", advice);
}

const reportOutdented = {
  problem: "the lines of this JSON begin farther to the left than its name",
  instead: "indent them farther than the name",
};

/** The span of a YAML node as a person would point at it. */
function placeToPointAt(where: SyntaxPlace, text: string, start: number): number | undefined {
  if (where === "opening") return unendedAt(new (yamlLibrary().Lexer)().lex(text), start);
  const blank = /^\s+(?=\S)/.exec(text.slice(start));
  return start + (blank?.[0].length ?? 0);
}

interface WrittenToken {
  readonly type: string;
  readonly offset: number;
  readonly source: string;
}

/** Adds every token that is written, inner ones too. */
function collectWritten(token: unknown, found: WrittenToken[]): void {
  if (typeof token !== "object" || token === null) return;
  if (Array.isArray(token)) return token.forEach((each) => collectWritten(each, found));
  const { type, offset, source } = token as Partial<CST.SourceToken>;
  if (type !== undefined && offset !== undefined && source !== undefined)
    found.push({ type, offset, source });
  for (const child of Object.values(token)) collectWritten(child, found);
}

/** Where anchors and their aliases begin: a bomb of them is one mistake. */
function reportForbidden(written: readonly WrittenToken[], placeInSource: MakeSpan, report: Report): void {
  let isReferring = false;
  for (const { type, offset, source } of written) {
    const problem = Object.hasOwn(forbiddenTokens, type) ? forbiddenTokens[type] : undefined;
    const refers = type === "anchor" || type === "alias";
    if (!problem || (refers && isReferring)) continue;
    isReferring ||= refers;
    report(parseErrors.at(placeInSource(offset, offset + source.length), "forbidden", problem));
  }
}

function readNode(node: Node | null | undefined, nearby: Span, reading: TextContext): SyntaxNode {
  if (yamlLibrary().isMap<Node, Node | null>(node)) return readMap(node, reading);
  if (yamlLibrary().isSeq<Node>(node)) {
    const items = node.items.map((item) => readNode(item, spanOf(node, nearby, reading), reading));
    return { kind: "list", items, span: spanOf(node, nearby, reading) };
  }
  if (yamlLibrary().isScalar(node)) {
    const span = spanOf(node, nearby, reading);
    // Nothing is written: what can be shown is the key before it.
    return readScalar(node.value, span.start === span.end ? nearby : span, reading);
  }
  if (yamlLibrary().isAlias(node))
    return { kind: "scalar", value: null, span: spanOf(node, nearby, reading) };
  return { kind: "scalar", value: null, span: nearby };
}

function spanOf(node: Node, nearby: Span, { place: placeInSource }: TextContext): Span {
  return node.range ? placeInSource(node.range[0], node.range[1]) : nearby;
}

function readMap(map: YAMLMap<Node, Node | null>, reading: TextContext): MapNode {
  const entries: MapEntry[] = [];
  const seen = new Map<string, MapEntry>();
  let repeats = false;
  for (const pair of map.items) {
    const entry = readEntry(pair, reading);
    if (!entry) continue;
    const folded = entry.key.toLowerCase();
    const first = seen.get(folded);
    const repeated = first?.key === entry.key;
    // Whoever pastes a part twice, or indents it wrongly, makes one mistake.
    if (first && !(repeated && repeats)) reportRepeated(entry, first, entries.at(-1), reading.report);
    if (!first) seen.set(folded, entry);
    repeats = repeated;
    entries.push(entry);
  }
  return { kind: "map", entries, span: spanOf(map, fileStart(reading), reading) };
}

function readEntry(pair: Pair<Node, Node | null>, reading: TextContext): MapEntry | undefined {
  const key: unknown = pair.key;
  const keySpan = yamlLibrary().isNode(key) ? spanOf(key, fileStart(reading), reading) : fileStart(reading);
  if (!yamlLibrary().isScalar(key) || typeof key.value !== "string" || key.value === "")
    return void reading.report(parseErrors.at(keySpan, "key-not-text", {}));
  if (key.value === "<<") {
    const merge = {
      feature: "a merge key",
      instead: "write the fields out, or declare a type under `types`",
    };
    return void reading.report(parseErrors.at(keySpan, "forbidden", merge));
  }
  if (!key.value.isWellFormed()) reading.report(parseErrors.at(keySpan, "syntax", halfCharacter));
  // `{ a, b }`: not even a colon.
  if (pair.value === null)
    return void reading.report(parseErrors.at(keySpan, "key-without-value", { key: key.value }));
  return { key: key.value, keySpan, value: readNode(pair.value, keySpan, reading) };
}

function reportRepeated(
  { key, keySpan }: MapEntry,
  first: MapEntry,
  before: MapEntry | undefined,
  report: Report,
): void {
  if (key !== first.key) return report(parseErrors.at(keySpan, "similar-key", { key, other: first.key }));
  const isEmpty = before?.value.kind === "scalar" && before.value.value === null;
  const problem = { key, line: first.keySpan.line, under: isEmpty ? before.key : undefined };
  report(parseErrors.at(keySpan, "duplicate-key", problem));
}

/** Any YAML or JSON as data, for other files than contracts. Undefined with a problem. */
export function readData(text: string): { readonly value?: Json; readonly problem?: string } {
  try {
    return { value: JSON.parse(text.replace(/^\ufeff/, "")) as Json };
  } catch {
    // Then it may be YAML.
  }
  try {
    return { value: (yamlLibrary().parse(text, { maxAliasCount: 100, merge: true }) ?? null) as Json };
  } catch (error) {
    return { problem: error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error) };
  }
}
