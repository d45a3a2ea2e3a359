import { contractSchema } from "../decode/contract-schema.ts";
import type { Diagnostic } from "../report/diagnostic.ts";
import { parse } from "../syntax/parse.ts";
import type { SourceText } from "../report/source.ts";
import type { SyntaxNode } from "../syntax/syntax-tree.ts";
import { type LayoutSchema, inOrder, placeOfEntry, placeOfItem } from "./layout.ts";
import { printLayout } from "./print-layout.ts";
import { readLayout } from "./read-layout.ts";

export interface FormatResult {
  /** Absent if the file cannot be read as YAML. */
  readonly text?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Writes a contract with its keys in the order of the field tables, two spaces for a level, double
 * quotes, and at most one empty line. Comments stay with what they stand above or beside. Flow
 * collections stay flow collections, and block ones stay block ones.
 */
export function format(source: SourceText): FormatResult {
  const text = `${source.text.replaceAll("\r\n", "\n").trimEnd()}\n`;
  const { tree, diagnostics } = parse({ path: source.path, text });
  if (!tree) return { diagnostics };
  const schema = contractSchema();
  const formatted = printLayout(readLayout(text, tree, schema), schema);
  return { text: saysTheSame(text, formatted, schema) ? formatted : source.text, diagnostics };
}

/** If formatting would change the meaning of a file, the file is left as it is. */
function saysTheSame(before: string, after: string, place: LayoutSchema): boolean {
  const [first, second] = [before, after].map((text) => parse({ path: "", text }).tree);
  if (!first || !second || commentTexts(before) !== commentTexts(after)) return false;
  return JSON.stringify(orderedForFormat(first, place)) === JSON.stringify(orderedForFormat(second, place));
}

/** Moves only keys with an order in a field table: the order of input fields has a meaning. */
function orderedForFormat(node: SyntaxNode, place: LayoutSchema): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map((item) => orderedForFormat(item, placeOfItem(place)));
  const entries = inOrder(node.entries, ({ key }) => key, place);
  return entries.map(({ key, value }) => [key, orderedForFormat(value, placeOfEntry(place, key))]);
}

/** In whichever order: they move with their keys. */
function commentTexts(text: string): string {
  const found = text.split("\n").map((line) => /(?:^|\s)(#.*)$/.exec(line)?.[1]?.trim() ?? "");
  return found
    .filter((comment) => comment !== "")
    .toSorted()
    .join("\n");
}
