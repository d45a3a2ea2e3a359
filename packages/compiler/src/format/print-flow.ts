import type { SyntaxNode } from "../syntax/syntax-tree.ts";
import { type LayoutSchema, inOrder, placeOfEntry, placeOfItem } from "./layout.ts";

/** Whether a value can be printed on one line: it is on one line now and has no comment. */
export function isOneLine(value: SyntaxNode, written: string): boolean {
  return !written.includes("\n") && (value.kind === "scalar" || !/(^|\s)#/.test(written));
}

/** `{ a: 1, b: [x, y] }`, in the order of the field table. */
export function printFlow(node: SyntaxNode, text: string, place: LayoutSchema): string {
  const written = text.slice(node.span.start, node.span.end).trim();
  switch (node.kind) {
    case "scalar":
      return printQuoted(written);
    case "list": {
      const items = node.items.map((item) => printFlow(item, text, placeOfItem(place)));
      return `[${items.join(", ")}]`;
    }
    case "map": {
      const entries = inOrder(node.entries, ({ key }) => key, place).map(({ key, keySpan, value }) => {
        const head = text.slice(keySpan.start, keySpan.end);
        // A key without a value has no span of its own.
        const isEmpty = value.span.start < keySpan.end;
        return isEmpty ? `${head}:` : `${head}: ${printFlow(value, text, placeOfEntry(place, key))}`;
      });
      return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
    }
  }
}

/** Double quotes, unless the text holds what would need escaping in them. */
function printQuoted(written: string): string {
  const isPlain = written.length > 1 && /^'[^'"\\]*'$/.test(written);
  return isPlain ? `"${written.slice(1, -1)}"` : written;
}
