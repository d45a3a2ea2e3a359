import type { Cache } from "../cache/cache.ts";
import type { Disk } from "../cache/disk.ts";
import { readLeft } from "../cache/last-run.ts";
import type { LastRun } from "../cache/last-run.ts";
import { onceEach } from "../cache/once-each.ts";
import { linksOnTheWay } from "./list-folder.ts";
import { folderAsLeft, readFolder } from "./read-folder.ts";
import type { FolderState } from "./read-folder.ts";

/** What the output folders hold. */
export interface Outputs {
  in(folder: string): FolderState;
}

/** By looking at every file. */
export function readOutputs(disk: Disk): Outputs {
  return { in: onceEach((folder) => readFolder(disk, folder)) };
}

/** As the last run left them, for those who know that they still are so, or look before they write. */
export function outputsAsLeft(lastRun: LastRun, cache: Cache, disk: Disk): Outputs | undefined {
  const left = readLeft(cache, lastRun);
  if (!left) return undefined;
  const read = (folder: string): FolderState => {
    const files = left.get(folder);
    // Of handlers, only that they are there is known.
    const isKnown = files && lastRun.watched.outputs.includes(folder);
    return isKnown ? folderAsLeft(disk, folder, files) : readFolder(disk, folder);
  };
  return { in: onceEach(read) };
}

/** Whether a file, of one of the folders, is as `outputs` says, by looking, and no link is on the way to it. */
export function isSo(outputs: Outputs, folders: readonly string[], path: string, disk: Disk): boolean {
  const folder = folders.find((each) => path.startsWith(`${each}/`)) ?? "";
  const hash = outputs.in(folder).files.get(path.slice(folder.length + 1));
  return hash === disk.hashOf(path) && linksOnTheWay(disk.root, path).length === 0;
}
