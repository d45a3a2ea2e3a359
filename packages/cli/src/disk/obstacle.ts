import { lstatSync } from "node:fs";
import { join } from "node:path";
import { pathsTo } from "./list-folder.ts";

/** Why no files can be written to a folder, in words; undefined if it is real, or missing. */
export function obstacle(root: string, folder: string): string | undefined {
  for (const path of pathsTo(folder)) {
    const found = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (!found) return undefined;
    const isHere = path === folder;
    if (found.isSymbolicLink())
      return `${isHere ? "is a symbolic link" : `is behind the symbolic link \`${path}\``}; proviso writes only to real folders`;
    if (!found.isDirectory())
      return `${isHere ? "is a file" : `is below the file \`${path}\``}; name a folder`;
  }
  return undefined;
}
