import stringify from "json-stringify-pretty-compact";
import { showHiddenInJson } from "./plain-text.ts";

/** JSON for a file: indented by two spaces, ends with a line end, invisible characters escaped. */
export function printJsonFile(value: unknown): string {
  return `${showHiddenInJson(JSON.stringify(value, null, 2))}\n`;
}

/** Long data for an emitted file: an object or list that fits on a line is put on one line. */
export function printCompactJson(value: unknown): string {
  return `${showHiddenInJson(stringify(value, { maxLength: 120 }))}\n`;
}

/** Prints JSON on one line, without a line end: for lists of a thousand tools. */
export function printJsonLine(value: unknown): string {
  return showHiddenInJson(JSON.stringify(value));
}
