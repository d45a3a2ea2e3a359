import type { Located, ToolFields } from "../../decode/document.ts";
import { type Span, spanInside } from "../../report/source.ts";
import { entriesOf, itemsOf, type ScalarNode, type SyntaxNode, textOf } from "../../syntax/syntax-tree.ts";

/** A word in the prose of a tool that may be the name of another tool. */
export interface Mention {
  readonly word: string;
  readonly span: Span;
}

/** Words with `.`, `_`, `-` or an inner capital: `emails.send`, `read-file`, `readFile`. */
const toolLike = /\b[A-Za-z][A-Za-z0-9]*(?:[._-]+[A-Za-z0-9]+)+\b|\b[a-z][a-z0-9]*[A-Z][A-Za-z0-9]*\b/g;

/** Finds such words in what agents read of a tool: its title, description, effects and schemas. */
export function mentionsIn(written: Partial<ToolFields>): Mention[] {
  const { title, description, sideEffects = [], inputSchema, outputSchema } = written;
  const texts = [
    ...[title, description].flatMap((each) => (each ? [toProse(each)] : [])),
    ...sideEffects.map(({ value, span }) => ({ text: value.description, span })),
    ...[inputSchema, outputSchema].flatMap(proseIn),
  ];
  return texts.flatMap(({ text, span, textSpan }: Prose) =>
    [...text.matchAll(toolLike)].map(({ 0: word, index }) => ({
      word,
      span: textSpan ? spanInside(textSpan, index, index + word.length) : span,
    })),
  );
}

interface Prose {
  readonly text: string;
  readonly span: Span;
  readonly textSpan?: Span;
}

/** Text of this length in the source has no escapes, with or without quotes. */
function toProse({ value, span }: Located<string>): Prose {
  const quote = (span.end - span.start - value.length) / 2;
  const isVerbatim = span.line === span.endLine && (quote === 0 || quote === 1);
  return {
    text: value,
    span,
    ...(isVerbatim ? { textSpan: spanInside(span, quote, quote + value.length) } : {}),
  };
}

/** The titles and descriptions in a schema. */
function proseIn(node: SyntaxNode | undefined): Prose[] {
  const items = itemsOf(node).flatMap(proseIn);
  const entries = entriesOf(node).flatMap(({ key, value }) =>
    (key === "description" || key === "title") && isText(value)
      ? [{ ...value, text: String(value.value) }]
      : proseIn(value),
  );
  return [...items, ...entries];
}

function isText(node: SyntaxNode): node is ScalarNode {
  return textOf(node) !== undefined;
}
