import { statSync } from "node:fs";
import type { Stats } from "node:fs";

/** How a file or folder looks: when it changed, inside and out, in milliseconds, its size and its number. */
export type Look = readonly [mtime: number, ctime: number, size: number, ino: number];

/** Clocks of file systems lag behind the system's by a tick, or by two seconds where they count in those. */
const lagMs = 50;
const coarseLagMs = 2000;

export function lookAtFile(file: string): Look | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() ? lookOf(stats) : undefined;
}

/** A folder looks different as soon as something in it comes, goes, or is called something else. */
export function lookAtFolder(folder: string): Look | undefined {
  try {
    const stats = statSync(folder, { throwIfNoEntry: false });
    return stats?.isDirectory() ? lookOf(stats) : undefined;
  } catch {
    // Below a file there is none.
    return undefined;
  }
}

function lookOf({ mtimeMs, ctimeMs, size, ino }: Stats): Look {
  return [mtimeMs, ctimeMs, size, ino];
}

/** False if it changed so lately that it could change again without looking different. */
export function isSettled([mtime, ctime]: Look, now: number): boolean {
  const changed = Math.max(mtime, ctime);
  return changed < now - (Number.isInteger(changed / 1000) ? coarseLagMs : lagMs);
}

/** A look by which the same thing can be known again later; undefined if there is none. */
export function settledLook(look: Look | undefined, now: number): Look | undefined {
  return look && isSettled(look, now) ? look : undefined;
}

export function isSameLook(a: Look | undefined, b: Look | undefined): boolean {
  return a !== undefined && b !== undefined && a.every((each, index) => each === b[index]);
}
