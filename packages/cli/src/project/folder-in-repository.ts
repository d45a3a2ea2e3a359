import { lstat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

/**
 * Where a project is in its Git repository, with `/` at the end; empty at the top, and outside of
 * any. Services that show findings beside code know files by their path from there.
 */
export async function folderInRepository(root: string): Promise<string> {
  for (let folder = root; ; folder = dirname(folder)) {
    const isTop = await lstat(join(folder, ".git")).catch(() => undefined);
    if (isTop) return toPrefix(relative(folder, root));
    if (folder === dirname(folder)) return "";
  }
}

function toPrefix(path: string): string {
  return path === "" ? "" : `${path.split(sep).join("/")}/`;
}
