import type { CompletionItem, Position } from "vscode-languageserver";
import { readCursor } from "../cursor/read-cursor.ts";
import { rangeOf } from "../workspace/ranges.ts";
import type { DocumentPlace } from "../workspace/workspace.ts";
import { languageItems } from "./language-items.ts";
import { nameItems } from "./name-items.ts";

/** What can be written at a position: fields and values of the language, project names. */
export function complete(place: DocumentPlace, position: Position): CompletionItem[] {
  const { document } = place;
  const text = document.getText();
  const cursor = readCursor(text, document.offsetAt(position));
  if (!cursor) return [];
  const range = rangeOf(document, cursor.word);
  const isBehindColon = text[cursor.word.start - 1] === ":";
  return [...nameItems(place, cursor), ...languageItems(cursor)].map(({ insertText, ...item }) => {
    const isQuoted = /["']/.test(text[cursor.word.start - 1] ?? "");
    const written = insertText ?? (isQuoted ? item.label : quotedIfNeeded(item.label));
    const hasColon =
      insertText !== undefined && /^\s*:/.test(text.slice(cursor.word.end, cursor.word.end + 20));
    const newText = hasColon ? item.label : isBehindColon ? ` ${written}` : written;
    return { ...item, filterText: item.label, textEdit: { range, newText } };
  });
}

/** A requirement can be any text. */
function quotedIfNeeded(text: string): string {
  return /^[A-Za-z][\w.:-]*$/.test(text) && !text.endsWith(":") ? text : JSON.stringify(text);
}
