import type { Json } from "@proviso/manifest";
import type { Comment } from "../syntax/comment.ts";
import type { MapEntry, MapNode } from "../syntax/syntax-tree.ts";
import { printEntry } from "./print-yaml.ts";

/** A text with its comments, and the edits to apply to it. */
export interface Editing {
  readonly text: string;
  readonly comments: readonly Comment[];
  readonly edits: { readonly start: number; readonly end: number; readonly text: string }[];
}

export function editedText({ text, edits }: Editing): string {
  let edited = text;
  // From the end, so that offsets stay valid. Edits at the same offset keep their order.
  const ordered = edits.toReversed().toSorted((a, b) => b.start - a.start);
  for (const { start, end, text: replacement } of ordered)
    edited = edited.slice(0, start) + replacement + edited.slice(end);
  return edited;
}

/** Whether a map is in block style, with a line for each entry. */
export function isBlock({ span }: MapNode, { text }: Editing): boolean {
  return text.charAt(span.start) !== "{";
}

/** Replaces an entry. Comments inside it move above it. */
export function replaceEntry(entry: MapEntry, value: Json, editing: Editing): void {
  const { keySpan } = entry;
  const end = endOfEntry(entry, editing);
  const indent = " ".repeat(keySpan.column - 1);
  const inside = editing.comments.filter(({ span }) => span.start > keySpan.start && span.end <= end);
  const lines = printEntry(entry.key, value, keySpan.column - 1);
  const [first = "", ...rest] = [...inside.map(({ text }) => indent + text), ...lines];
  editing.edits.push({ start: keySpan.start, end, text: [first.trimStart(), ...rest].join("\n") });
}

/** Removes an entry. Comments inside it stay. */
export function removeEntry(entry: MapEntry, editing: Editing): void {
  const { keySpan } = entry;
  const end = endOfEntry(entry, editing);
  const inside = editing.comments.filter(({ span }) => span.start > keySpan.start && span.end <= end);
  const kept = inside.map(({ text }) => text).join(`\n${" ".repeat(keySpan.column - 1)}`);
  // Without a comment to keep, the line goes too.
  const indent = /\n[ ]*$/.exec(editing.text.slice(0, keySpan.start))?.[0].length ?? 0;
  editing.edits.push({ start: keySpan.start - (kept === "" ? indent : 0), end, text: kept });
}

/** Adds lines below the last entry of a block map. */
export function appendLines(map: MapNode, lines: readonly string[], editing: Editing): void {
  const last = map.entries.at(-1);
  const end = last ? endOfLine(endOfEntry(last, editing), editing) : map.span.end;
  editing.edits.push({ start: end, end, text: `\n${lines.join("\n")}` });
}

/** Where the text of an entry ends, without trailing white space and comments. */
function endOfEntry({ keySpan, value }: MapEntry, { text, comments }: Editing): number {
  let end = Math.max(value.span.end, keySpan.end);
  for (;;) {
    end = text.slice(0, end).trimEnd().length;
    // The span of a block value can include the comments below it.
    const trailing = comments.find(({ span }) => span.end === end && span.start > lastContent(value));
    if (!trailing) return end;
    end = trailing.span.start;
  }
}

function lastContent(node: MapEntry["value"]): number {
  if (node.kind === "map")
    return Math.max(...node.entries.map(({ value }) => lastContent(value)), node.span.start);
  if (node.kind === "list") return Math.max(...node.items.map(lastContent), node.span.start);
  return node.span.end - 1;
}

/** The end of the edited line, past a trailing comment. */
function endOfLine(end: number, { text }: Editing): number {
  const rest = /^[^\n]*/.exec(text.slice(end))?.[0] ?? "";
  return /^\s*#/.test(rest) ? end + rest.length : end;
}
