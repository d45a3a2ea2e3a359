import { existsSync, readFileSync } from "node:fs";

/** The text of a file; undefined if there is none. */
export function fileTextAt(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}
