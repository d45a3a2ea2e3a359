import { type Dirent, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Folders that hold no source of the project. */
const others = /^(node_modules|dist|build|out|coverage|\..*)$/;

/** The texts of the JavaScript and TypeScript files below a folder. */
export function sourceFiles(folder: string): readonly { readonly path: string; readonly text: string }[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return others.test(entry.name) ? [] : sourceFiles(path);
    const isSource = entry.isFile() && /(?<!\.d)\.[cm]?[jt]sx?$/.test(entry.name);
    return isSource ? [{ path, text: readFileSync(path, "utf8") }] : [];
  });
}

export function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // The folder is missing, or may not be read.
    return [];
  }
}
