import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** File, the guard, and what stands in its place. */
export type Change = readonly [file: string, guard: string, instead: string];

const source = fileURLToPath(new URL("../src", import.meta.url));

/** A copy of a folder of `src` with these changes, removed when the test ends. `rewrite` applies to every file. */
export function mutantFolder(
  folder: string,
  changes: readonly Change[],
  rewrite: (text: string) => string = (text) => text,
): string {
  const root = mkdtempSync(join(source, "../.mutant-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const copy = join(root, folder);
  cpSync(join(source, folder), copy, { recursive: true });
  for (const file of globSync("**/*.ts", { cwd: copy })) {
    const path = join(copy, file);
    const text = changes
      .filter(([changed]) => changed === file)
      .reduce(
        (before, [, guard, instead]) => {
          if (!before.includes(guard)) throw new Error(`${file} has no ${guard}`);
          return before.replace(guard, () => instead);
        },
        readFileSync(path, "utf8"),
      );
    writeFileSync(path, rewrite(text));
  }
  return copy;
}
