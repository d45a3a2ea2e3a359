import type { Json, JsonObject } from "@proviso/client";
import pc from "picocolors";
import { viewLeaves } from "./leaves.ts";
import { columns, cut, indent, plural, visible } from "./text.ts";

/** Rows of a table before the rest is only counted. */
const mostTableRows = 20;

/** Any JSON value, for a person: objects as lines, lists of objects as tables. Ends without a line break. */
export function viewValue(value: Json, width: number = columns): string {
  if (isList(value)) return viewList(value, width);
  return isObject(value) ? viewObject(value, width) : viewLeaves(viewScalar(value), width);
}

/** One line for a value, complete: nothing is cut, so that nothing can hide. */
export function viewInline(value: Json): string {
  if (isList(value)) return value.length === 0 ? "none" : value.map(viewInline).join(", ");
  if (isObject(value))
    return `{ ${Object.entries(value)
      .map(([key, part]) => `${visible(key)}: ${viewInline(part)}`)
      .join(", ")} }`;
  return viewScalar(value);
}

function viewScalar(value: Json): string {
  if (value === null) return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return visible(String(value));
}

function viewObject(value: JsonObject, width: number): string {
  const entries = Object.entries(value);
  if (entries.length === 0) return "nothing";
  const label = Math.max(...entries.map(([key]) => key.length));
  return entries.map(([key, part]) => viewEntry(key, part, label, width)).join("\n");
}

function viewEntry(key: string, part: Json, label: number, width: number): string {
  const text = viewLeaves(viewInline(part), Math.max(10, width - label - 2));
  const line = `${pc.dim(visible(key).padEnd(label))}  ${indent(text, label + 2).trimStart()}`;
  const isTable = isList(part) && part.some(isObject);
  const room = isTable ? width / 2 : width;
  const isDeep = isTable || (isObject(part) && Object.keys(part).length > 0);
  if (!isDeep || label + 2 + viewInline(part).length <= room) return line;
  return `${pc.dim(visible(key))}\n${indent(viewValue(part, width - 2), 2)}`;
}

function viewList(list: readonly Json[], width: number): string {
  if (list.length === 0) return "none";
  const rows = list.slice(0, mostTableRows);
  const more =
    list.length > mostTableRows
      ? `\n${pc.dim(`… and ${list.length - mostTableRows} more of ${plural(list.length, "row")}`)}`
      : "";
  const text = rows.every(isObject)
    ? viewTable(rows, width)
    : rows.map((item) => `- ${indent(viewLeaves(viewInline(item), width - 2), 2).trimStart()}`).join("\n");
  return text + more;
}

/** As wide as its cells, or cut evenly where that is too wide. */
function viewTable(rows: readonly JsonObject[], width: number): string {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => keys.map((key) => (key in row ? viewInline(row[key] ?? null) : "")));
  const widths = fitValue(
    keys.map((key, at) => Math.max(key.length, ...cells.map((row) => row[at]?.length ?? 0))),
    width,
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => cut(cell, widths[at] ?? 0).padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd();
  return [pc.dim(line(keys)), ...cells.map(line)].join("\n");
}

/** Narrows the widest columns until all of them fit. */
function fitValue(widths: readonly number[], total: number): readonly number[] {
  const result = [...widths];
  const room = total - 2 * (widths.length - 1);
  while (result.reduce((sum, width) => sum + width, 0) > room) {
    const widest = result.indexOf(Math.max(...result));
    if ((result[widest] ?? 0) <= 6) break;
    result[widest] = (result[widest] ?? 0) - 1;
  }
  return result;
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
