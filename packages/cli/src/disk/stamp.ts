import { statSync } from "node:fs";
import type { Stats } from "node:fs";

/** By which a file or folder is known again: when it changed, inside and out, in milliseconds, its size and its number. */
export type Stamp = readonly [mtime: number, ctime: number, size: number, ino: number];

/** Clocks of file systems lag behind the system's by a tick, or by two seconds where they count in those. */
const lagMs = 50;
const coarseLagMs = 2000;

export function stampOfFile(file: string): Stamp | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() ? stampOf(stats) : undefined;
}

/** A folder has another stamp as soon as something in it comes, goes, or is called something else. */
export function stampOfFolder(folder: string): Stamp | undefined {
  try {
    const stats = statSync(folder, { throwIfNoEntry: false });
    return stats?.isDirectory() ? stampOf(stats) : undefined;
  } catch {
    // Below a file there is none.
    return undefined;
  }
}

function stampOf({ mtimeMs, ctimeMs, size, ino }: Stats): Stamp {
  return [mtimeMs, ctimeMs, size, ino];
}

/** False if it changed so lately that it could change again without another stamp. */
export function isSettled([mtime, ctime]: Stamp, now: number): boolean {
  const changed = Math.max(mtime, ctime);
  return changed < now - (Number.isInteger(changed / 1000) ? coarseLagMs : lagMs);
}

export function isSameStamp(a: Stamp, b: Stamp | undefined): boolean {
  return b !== undefined && a.every((each, index) => each === b[index]);
}
