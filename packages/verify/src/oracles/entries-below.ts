import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

/**
 * What is below a folder, links themselves and not what they lead to. Without `node_modules`: thousands of files of programs, in which
 * no server keeps its data.
 */
export async function* entriesBelow(folder: string): AsyncGenerator<readonly [path: string, Dirent]> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (entry.name === "node_modules") continue;
    const path = join(folder, entry.name);
    yield [path, entry];
    if (entry.isDirectory()) yield* entriesBelow(path);
  }
}
