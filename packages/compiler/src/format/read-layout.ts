import type { MapEntry, MapNode, SyntaxNode } from "../syntax/syntax-tree.ts";
import { type Item, type LayoutBlock, type LayoutSchema, placeOfEntry, placeOfItem } from "./layout.ts";
import { isOneLine, printFlow } from "./print-flow.ts";

/** The layout of a whole file, and the comments at its two ends. */
export interface FileLayout {
  readonly header: readonly string[];
  readonly root: LayoutBlock;
  readonly footer: readonly string[];
}

/** The position of the reader, which reads all in the order of the text and loses no comment. */
interface LayoutReader {
  readonly text: string;
  cursor: number;
  last: Item | undefined;
}

export function readLayout(text: string, tree: MapNode, place: LayoutSchema): FileLayout {
  const reading: LayoutReader = { text, cursor: 0, last: undefined };
  const root = layoutOfMap(tree, place, reading);
  const footer = readLayoutGap(text.length, 1, reading);
  const [first] = root.items;
  const header = first?.before ?? [];
  if (first) first.before = [];
  return { header, root, footer };
}

function layoutOfMap({ entries }: MapNode, place: LayoutSchema, reading: LayoutReader): LayoutBlock {
  const items: Item[] = [];
  for (const entry of entries) items.push(layoutOfEntry(entry, placeOfEntry(place, entry.key), reading));
  return { kind: "map", items };
}

function layoutOfEntry({ key, keySpan, value }: MapEntry, place: LayoutSchema, reading: LayoutReader): Item {
  const { text } = reading;
  const before = readLayoutGap(keySpan.start, keySpan.column, reading);
  const column = keySpan.column;
  const item: Item = { key, head: `${text.slice(keySpan.start, keySpan.end)}:`, before, after: [] };
  reading.cursor = text.indexOf(":", keySpan.end) + 1;
  // Nothing is written: the span is that of the key.
  const isEmpty = value.span.start < reading.cursor;
  return layoutOfValue(isEmpty ? undefined : value, { item, column, place }, reading);
}

interface LayoutOwner {
  readonly item: Item;
  /** Of the owner, from 1. */
  readonly column: number;
  readonly place: LayoutSchema;
}

function layoutOfValue(
  value: SyntaxNode | undefined,
  { item, column, place }: LayoutOwner,
  reading: LayoutReader,
): Item {
  if (!value) return becomeLast(item, reading);
  if (isBlock(value, reading.text)) {
    becomeLast(item, reading);
    const block =
      value.kind === "map"
        ? layoutOfMap(value, place, reading)
        : layoutOfList(value.items, placeOfItem(place), reading);
    return Object.assign(item, { block });
  }
  const written = reading.text.slice(reading.cursor, value.span.end).trim();
  reading.cursor = reading.text.slice(0, value.span.end).trimEnd().length;
  const lines = isOneLine(value, written)
    ? [printFlow(value, reading.text, place)]
    : written.split("\n").map((line, index) => (index === 0 ? line.trimEnd() : unindent(line, column - 1)));
  return becomeLast(Object.assign(item, { value: lines }), reading);
}

function becomeLast(item: Item, reading: LayoutReader): Item {
  reading.last = item;
  return item;
}

function isBlock(node: SyntaxNode, text: string): node is Exclude<SyntaxNode, { kind: "scalar" }> {
  return node.kind !== "scalar" && !/[{[]/.test(text.charAt(node.span.start));
}

function layoutOfList(nodes: readonly SyntaxNode[], place: LayoutSchema, reading: LayoutReader): LayoutBlock {
  const items = nodes.map((node) => {
    const dash = reading.text.lastIndexOf("-", node.span.start - 1);
    const column = dash - reading.text.lastIndexOf("\n", dash);
    const item: Item = { head: "-", before: readLayoutGap(dash, column, reading), after: [] };
    reading.cursor = dash + 1;
    return layoutOfValue(node, { item, column, place }, reading);
  });
  return { kind: "list", items };
}

/** The comments and empty lines from here to `end`. The first may belong to what was read last. */
function readLayoutGap(end: number, column: number, reading: LayoutReader): readonly string[] {
  const [rest = "", ...lines] = reading.text.slice(reading.cursor, end).split("\n");
  // Before anything is read, the first line is one of its own.
  const own = reading.last ? lines : [rest, ...lines];
  if (reading.last && rest.includes("#")) reading.last.comment = rest.trim();
  const deeper = own.map((line) => line.includes("#") && line.indexOf("#") + 1 > column);
  const to = reading.last ? deeper.lastIndexOf(true) + 1 : 0;
  const kept = own.map((line) => line.trim());
  if (reading.last) reading.last.after = kept.slice(0, to);
  reading.cursor = end;
  // The last line is the indentation of what comes next.
  return kept.slice(to, -1);
}

function unindent(line: string, width: number): string {
  const indentation = /^ */.exec(line)?.[0].length ?? 0;
  return line.slice(Math.min(indentation, width));
}
