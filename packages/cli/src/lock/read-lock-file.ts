import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceText } from "@proviso/compiler";
import { UsageError } from "@proviso/terminal";

/** The lock of a project; undefined without one. No link: it could change without its owner. */
export function readLockFile(root: string, path: string): SourceText | undefined {
  const file = join(root, path);
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) return undefined;
  if (!found.isFile()) throw notRegular(path);
  return { path, text: readFileSync(file, "utf8") };
}

export function notRegular(path: string): UsageError {
  return new UsageError(
    `${path} is a symbolic link or a folder; put the file itself there, such as by \`git checkout main -- ${path}\``,
  );
}
