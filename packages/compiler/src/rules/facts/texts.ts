import type { Span } from "../../report/source.ts";
import { entriesOf, partsOf, type SyntaxNode } from "../../syntax/syntax-tree.ts";
import type { FileSubject } from "./rule.ts";

export interface Text {
  readonly text: string;
  /** The span of the whole text, quotes included. */
  readonly span: Span;
  /** The span of its content if the source contains it verbatim; absent if it is escaped, folded or spans several lines. */
  readonly textSpan?: Span;
  readonly isComment: boolean;
}

/** Every text of a file: keys, values and comments, unordered. */
export function textsOf({ tree, comments }: FileSubject): readonly Text[] {
  const found: Text[] = comments.map(({ text, span }) => ({ text, span, textSpan: span, isComment: true }));
  const waiting: SyntaxNode[] = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    waiting.push(...partsOf(node));
    if (node.kind === "scalar" && typeof node.value === "string")
      found.push(toText(node.value, node.span, node.textSpan));
    for (const { key, keySpan } of entriesOf(node))
      found.push(toText(key, keySpan, keySpan.end - keySpan.start === key.length ? keySpan : undefined));
  }
  return found;
}

function toText(text: string, span: Span, textSpan: Span | undefined): Text {
  return textSpan ? { text, span, textSpan, isComment: false } : { text, span, isComment: false };
}
