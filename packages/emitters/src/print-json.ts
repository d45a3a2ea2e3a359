import { showHiddenInJson } from "./plain-text.ts";

/** JSON as files hold it: two spaces, one line end at the end, and nothing that a reader could not see. */
export function printJson(value: unknown): string {
  return `${showHiddenInJson(JSON.stringify(value, null, 2))}\n`;
}
