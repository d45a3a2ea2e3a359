import { foldPath, pathProblem } from "../disk/path-problem.ts";
import type { EmittedFolder } from "./emit-project.ts";
import type { FolderState } from "./read-folder.ts";

/** File names that some system could not hold, in words. They come from names in contracts. */
export function unsafePaths({ target, files }: EmittedFolder, disk: FolderState): readonly string[] {
  const { folder } = target;
  const isOnDisk = files.every(({ path }) => disk.files.has(path));
  // Each by itself, so that the system can hold them.
  if (isOnDisk && new Set(files.map(({ path }) => path)).size === files.length) return [];
  const seen = new Map<string, string>();
  return files.flatMap(({ path, text }) => {
    // What is on disk already was looked at when it was written.
    const problem = text === undefined ? undefined : pathProblem(path);
    if (problem) return [`${folder}/${path} ${problem}`];
    const other = seen.get(foldPath(path));
    seen.set(foldPath(path), path);
    return other === undefined
      ? []
      : [`${folder}/${path} and ${folder}/${other} are one file on some systems`];
  });
}
