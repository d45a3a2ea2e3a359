import { onTestFinished } from "vitest";
import { mutantCopy, type Change } from "./mutant-copy.ts";

/** A copy of a folder of `src` with these changes, removed when the test ends. `rewrite` applies to every file. */
export function mutantFolder(
  folder: string,
  changes: readonly Change[],
  rewrite?: (text: string) => string,
): string {
  const { path, remove } = mutantCopy(folder, changes, rewrite);
  onTestFinished(remove);
  return path;
}
