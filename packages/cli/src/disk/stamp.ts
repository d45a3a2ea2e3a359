import { type Stats, statSync } from "node:fs";

/** The stat data of a file or folder: modification and change time in milliseconds, size and inode. Equal stamps mean no change. */
export type Stamp = readonly [mtime: number, ctime: number, size: number, ino: number];

/** The resolution of file times: a clock tick, or two seconds on some file systems. */
const fileClockLagMs = 50;
const coarseFileClockLagMs = 2000;

export function stampOfFile(file: string): Stamp | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() ? stampOf(stats) : undefined;
}

/** A folder's stamp changes when an entry in it is added, removed or renamed. */
export function stampOfFolder(folder: string): Stamp | undefined {
  try {
    const stats = statSync(folder, { throwIfNoEntry: false });
    return stats?.isDirectory() ? stampOf(stats) : undefined;
  } catch {
    // A path below a file is no folder.
    return undefined;
  }
}

function stampOf({ mtimeMs, ctimeMs, size, ino }: Stats): Stamp {
  return [mtimeMs, ctimeMs, size, ino];
}

/** False if the file changed so recently that another change might get the same stamp. */
export function isReliable([mtime, ctime]: Stamp, now: number): boolean {
  const changed = Math.max(mtime, ctime);
  return changed < now - (Number.isInteger(changed / 1000) ? coarseFileClockLagMs : fileClockLagMs);
}

export function isSameStamp(a: Stamp, b: Stamp | undefined): boolean {
  return b !== undefined && a.every((each, index) => each === b[index]);
}
