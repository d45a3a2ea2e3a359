import { foldPath, pathProblem } from "../disk/path-problem.ts";
import type { EmittedFolder } from "./emit-project.ts";
import type { FolderState } from "./read-folder.ts";

/** Why some system cannot have these files, as sentences. The names come from contracts. */
export function unsafePaths({ target, files }: EmittedFolder, disk: FolderState): readonly string[] {
  const { folder } = target;
  const isOnDisk = files.every(({ path }) => disk.files.has(path));
  // Each by itself, so that the system can hold them.
  if (isOnDisk && new Set(files.map(({ path }) => path)).size === files.length) return [];
  const seen = new Map<string, string>();
  return files.flatMap(({ path, text }) => {
    // A file that is on disk was checked when it was written.
    const problem = text === undefined ? undefined : pathProblem(path);
    if (problem) return [`${folder}/${path} ${problem}`];
    const other = seen.get(foldPath(path));
    seen.set(foldPath(path), path);
    return other === undefined
      ? []
      : [`${folder}/${path} and ${folder}/${other} are one file on some systems`];
  });
}
