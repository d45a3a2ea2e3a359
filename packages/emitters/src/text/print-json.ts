import stringify from "json-stringify-pretty-compact";
import { showHiddenInJson } from "./plain-text.ts";

/** JSON as files hold it: two spaces, one line end at the end, and nothing that a reader could not see. */
export function printJson(value: unknown): string {
  return `${showHiddenInJson(JSON.stringify(value, null, 2))}\n`;
}

/** The same for much data: what fits on a line stands on one. */
export function printCompactJson(value: unknown): string {
  return `${showHiddenInJson(stringify(value, { maxLength: 120 }))}\n`;
}

/** The same on one line, without an end: for lists that are too long to be read in any other way. */
export function printJsonLine(value: unknown): string {
  return showHiddenInJson(JSON.stringify(value));
}
