import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { compareText } from "@proviso/compiler";
import type { SourceText } from "@proviso/compiler";
import { glob } from "tinyglobby";

/** The contract files that the globs match, sorted by path, so that the order on disk never shows. */
export async function readSources(root: string, globs: readonly string[]): Promise<readonly SourceText[]> {
  const ignore = ["**/node_modules/**"];
  const paths = await glob([...globs], {
    cwd: root,
    ignore,
    followSymbolicLinks: false,
    expandDirectories: false,
  });
  return Promise.all(
    paths
      .toSorted(compareText)
      .map(async (path) => ({ path, text: await readFile(join(root, path), "utf8") })),
  );
}
