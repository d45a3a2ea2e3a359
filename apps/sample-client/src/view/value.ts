import type { Json, JsonObject } from "@proviso/client";
import { isList, isObject } from "@proviso/manifest";
import { pc } from "./paint.ts";
import { viewLeaves } from "./leaves.ts";
import { printTable } from "@proviso/terminal";
import { columns, indent, plural, visible, wrap } from "./text.ts";

/** Rows of a table before the rest is only counted. */
const maxTableRows = 20;

/** Any JSON value, for a person: objects as lines, lists of objects as tables. Ends without a line break. */
export function viewValue(viewedValue: Json, width: number = columns): string {
  if (isList(viewedValue)) return viewList(viewedValue, width);
  return isObject(viewedValue) ? viewObject(viewedValue, width) : viewLeaves(viewScalar(viewedValue), width);
}

/** One line for a value, complete: nothing is cut, so that nothing can hide. */
export function viewInline(viewedValue: Json): string {
  if (isList(viewedValue)) return viewedValue.length === 0 ? "none" : viewedValue.map(viewInline).join(", ");
  if (isObject(viewedValue))
    return `{ ${Object.entries(viewedValue)
      .map(([key, viewedPart]) => `${visible(key)}: ${viewInline(viewedPart)}`)
      .join(", ")} }`;
  return viewScalar(viewedValue);
}

function viewScalar(viewedValue: Json): string {
  if (viewedValue === null) return "nothing";
  if (typeof viewedValue === "boolean") return viewedValue ? "yes" : "no";
  return visible(String(viewedValue));
}

function viewObject(viewedValue: JsonObject, width: number): string {
  const entries = Object.entries(viewedValue);
  if (entries.length === 0) return "nothing";
  const label = Math.max(...entries.map(([key]) => key.length));
  return entries.map(([key, viewedPart]) => viewEntry(key, viewedPart, label, width)).join("\n");
}

function viewEntry(key: string, viewedPart: Json, label: number, width: number): string {
  const text = viewLeaves(viewInline(viewedPart), Math.max(10, width - label - 2));
  const line = `${pc.dim(visible(key).padEnd(label))}  ${indent(text, label + 2).trimStart()}`;
  const isTable = isList(viewedPart) && viewedPart.some(isObject);
  const room = isTable ? width / 2 : width;
  const isDeep = isTable || (isObject(viewedPart) && Object.keys(viewedPart).length > 0);
  if (!isDeep || label + 2 + viewInline(viewedPart).length <= room) return line;
  return `${pc.dim(visible(key))}\n${indent(viewValue(viewedPart, width - 2), 2)}`;
}

function viewList(list: readonly Json[], width: number): string {
  if (list.length === 0) return "none";
  const tableRows = list.slice(0, maxTableRows);
  const more =
    list.length > maxTableRows
      ? `\n${pc.dim(`… and ${list.length - maxTableRows} more of ${plural(list.length, "row")}`)}`
      : "";
  const text = tableRows.every(isObject)
    ? viewTable(tableRows, width)
    : tableRows
        .map((item) => `- ${indent(viewLeaves(viewInline(item), width - 2), 2).trimStart()}`)
        .join("\n");
  return text + more;
}

/** A table if its words fit, else a paragraph for each row. */
function viewTable(tableRows: readonly JsonObject[], width: number): string {
  const keys = [...new Set(tableRows.flatMap((row) => Object.keys(row)))];
  const cells = tableRows.map((row) => keys.map((key) => (key in row ? viewInline(row[key] ?? null) : "")));
  const titles = keys.map(visible);
  const printRow = (row: readonly string[]): string => {
    const parts = row.flatMap((cell, at) => (cell === "" ? [] : [`${titles[at] ?? ""}: ${cell}`]));
    return `- ${wrap(parts.join(" · "), 2, width)}`;
  };
  return printTable(titles, cells, { width, paintTitle: pc.dim, printRow });
}
