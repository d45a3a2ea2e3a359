import type { Span } from "../../report/source.ts";
import type { SyntaxNode } from "../../syntax/syntax-tree.ts";
import type { FileSubject } from "./rule.ts";

export interface Text {
  readonly text: string;
  /** The span of the whole text, quotes included. */
  readonly span: Span;
  /** The span of its content if the source contains it verbatim; absent if it is escaped, folded or spans several lines. */
  readonly textSpan?: Span;
  readonly isComment: boolean;
}

/** Cached, because several rules ask for the texts of the same file. */
const textsOfTools = new WeakMap<FileSubject, readonly Text[]>();

/** Every text of a file: keys, values and comments, unordered. */
export function textsOf(file: FileSubject): readonly Text[] {
  const found = textsOfTools.get(file) ?? findTexts(file);
  textsOfTools.set(file, found);
  return found;
}

function findTexts({ tree, comments }: FileSubject): readonly Text[] {
  const found: Text[] = comments.map(({ text, span }) => ({ text, span, textSpan: span, isComment: true }));
  const waiting: SyntaxNode[] = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.kind === "list") waiting.push(...node.items);
    if (node.kind === "scalar" && typeof node.value === "string")
      found.push(toText(node.value, node.span, node.textSpan));
    for (const { key, keySpan, value } of node.kind === "map" ? node.entries : []) {
      found.push(toText(key, keySpan, keySpan.end - keySpan.start === key.length ? keySpan : undefined));
      waiting.push(value);
    }
  }
  return found;
}

function toText(text: string, span: Span, textSpan: Span | undefined): Text {
  return textSpan ? { text, span, textSpan, isComment: false } : { text, span, isComment: false };
}
