import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { foldersUpFrom } from "../disk/package-json.ts";

/**
 * Where a project is in its Git repository, with `/` at the end; empty at the top, and outside of
 * any. Services that show findings beside code know files by their path from there.
 */
export function folderInRepository(root: string): string {
  const top = foldersUpFrom(root).find((folder) => existsSync(join(folder, ".git"))) ?? root;
  const path = relative(top, root).split(sep).join("/");
  return path === "" ? "" : `${path}/`;
}
