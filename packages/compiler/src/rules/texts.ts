import type { Span } from "../source.ts";
import type { SyntaxNode } from "../syntax-tree.ts";
import type { FileSubject } from "./rule.ts";

export interface Text {
  readonly text: string;
  /** All of it, with quotes. */
  readonly span: Span;
  /** Where it stands letter for letter; absent if it is escaped, folded or over several lines. */
  readonly textSpan?: Span;
  readonly isComment: boolean;
}

/** Every text of a file: keys, values and comments, in no order. */
export function textsOf({ tree, comments }: FileSubject): Text[] {
  const found: Text[] = comments.map(({ text, span }) => ({ text, span, textSpan: span, isComment: true }));
  const waiting: SyntaxNode[] = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.kind === "list") waiting.push(...node.items);
    if (node.kind === "scalar" && typeof node.value === "string")
      found.push({ ...node, text: node.value, isComment: false });
    for (const { key, keySpan, value } of node.kind === "map" ? node.entries : []) {
      const verbatim = keySpan.end - keySpan.start === key.length ? { textSpan: keySpan } : {};
      found.push({ text: key, span: keySpan, ...verbatim, isComment: false });
      waiting.push(value);
    }
  }
  return found;
}
