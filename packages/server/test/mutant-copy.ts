import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** File, the guard, and what stands in its place. */
export type Change = readonly [file: string, guard: string, instead: string];

const serverSource = fileURLToPath(new URL("../src", import.meta.url));

/** Copies a folder of a package's sources with these changes. `rewrite` applies to every file. */
export function mutantCopy(
  folder: string,
  changes: readonly Change[],
  rewrite: (text: string) => string = (text) => text,
  source = serverSource,
): { readonly path: string; remove(): void } {
  const root = mkdtempSync(join(source, "../.mutant-"));
  const path = join(root, folder);
  cpSync(join(source, folder), path, { recursive: true });
  const files = globSync("**/*.ts", { cwd: path });
  const absent = changes.find(([file]) => !files.includes(file));
  if (absent) throw new Error(`${folder} has no ${absent[0]}`);
  for (const file of files) {
    const full = join(path, file);
    const text = changes
      .filter(([changed]) => changed === file)
      .reduce(
        (before, [, guard, instead]) => {
          if (!before.includes(guard)) throw new Error(`${file} has no ${guard}`);
          return before.replace(guard, () => instead);
        },
        readFileSync(full, "utf8"),
      );
    writeFileSync(full, rewrite(text));
  }
  return { path, remove: () => rmSync(root, { recursive: true }) };
}
