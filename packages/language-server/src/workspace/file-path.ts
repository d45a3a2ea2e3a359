import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The path of a document, with links in its folder resolved; undefined for one that is no file. */
export function filePathOf(uri: string): string | undefined {
  try {
    const path = fileURLToPath(uri);
    return join(realFolder(dirname(path)), basename(path));
  } catch {
    return undefined;
  }
}

function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    // A new file in a folder that does not exist yet.
    return folder;
  }
}
