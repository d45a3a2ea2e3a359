import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SourceText } from "@proviso/compiler";
import { glob } from "tinyglobby";

/** The files that the globs match, sorted by path, so that the order on disk never shows. */
export async function findSources(root: string, globs: readonly string[]): Promise<readonly string[]> {
  const paths = await glob([...globs], {
    cwd: root,
    ignore: ["**/node_modules/**"],
    followSymbolicLinks: false,
    expandDirectories: false,
  });
  return paths.toSorted();
}

export async function readSources(root: string, globs: readonly string[]): Promise<readonly SourceText[]> {
  const paths = await findSources(root, globs);
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), "utf8") })));
}
