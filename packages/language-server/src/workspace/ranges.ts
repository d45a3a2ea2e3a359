import type { TextEdit as Edit } from "@proviso/compiler";
import type { Range, TextEdit } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";

/** Offsets of a text, in UTF-16 units, `end` exclusive. */
export interface Offsets {
  readonly start: number;
  readonly end: number;
}

/** Counts lines and characters as the protocol does: a carriage return ends a line. */
export function rangeOf(document: TextDocument, { start, end }: Offsets): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

export function editOf(document: TextDocument, edit: Edit): TextEdit {
  return { range: rangeOf(document, edit), newText: edit.text };
}

export function wholeOf(document: TextDocument): Range {
  return rangeOf(document, { start: 0, end: document.getText().length });
}
