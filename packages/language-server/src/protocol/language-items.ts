import { type CompletionItem, CompletionItemKind } from "vscode-languageserver";
import { descriptionOf, fieldsAt, languageAt } from "../cursor/language-at.ts";
import type { DocumentCursor } from "../cursor/read-cursor.ts";

/** Fields of the language that are not written yet, and values that it lists. */
export function languageItems({ path, at, siblings }: DocumentCursor): readonly CompletionItem[] {
  const keys = at === "value" ? [] : keyItems(path, siblings);
  return at === "key" ? keys : [...valueItems(path), ...keys];
}

function keyItems(path: readonly string[], siblings: readonly string[]): readonly CompletionItem[] {
  const missing = [...fieldsAt(path)].filter(([key]) => !siblings.includes(key));
  return missing.map(([key, schema], index) => ({
    label: key,
    kind: CompletionItemKind.Field,
    insertText: `${key}: `,
    // In the order of the language, as the formatter puts them.
    sortText: String(index).padStart(3, "0"),
    ...documented(descriptionOf(schema)),
  }));
}

function valueItems(path: readonly string[]): readonly CompletionItem[] {
  const schemas = languageAt(path);
  const values = schemas.flatMap(({ type, enum: words, const: only }) => [
    ...(Array.isArray(words) ? words : []),
    ...(only === undefined ? [] : [only]),
    ...(type === "boolean" ? [true, false] : []),
  ]);
  return [...new Set(values.map(String))].map((label) => ({ label, kind: CompletionItemKind.EnumMember }));
}

function documented(description: string | undefined): Pick<CompletionItem, "documentation"> {
  return description === undefined ? {} : { documentation: { kind: "markdown", value: description } };
}
