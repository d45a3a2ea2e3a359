import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { listFolder } from "../output/list-folder.ts";
import type { FolderListing } from "../output/list-folder.ts";
import type { ProjectPlace } from "../project/find-project.ts";
import { matchFiles } from "../project/match-files.ts";
import type { Matches } from "../project/match-files.ts";
import { runtimeVersions } from "../project/runtime-versions.ts";
import { ownVersion } from "../own-version.ts";
import { hashText } from "./hash-text.ts";
import { onceEach } from "./once-each.ts";

/** What is on disk, as one run sees it: each file and each folder is looked at once. Paths are from the project's root. */
export interface Disk {
  readonly root: string;
  /** SHA-256, hex; undefined if there is no file at this path. */
  hashOf(path: string): string | undefined;
  /**
   * One value for how all of these files look: while it stays the same, so does what is in them, and which of them are
   * there. Undefined if one changed so lately that it could change again without looking different.
   */
  looksOf(paths: readonly string[]): string | undefined;
  /** What an output folder holds. */
  list(folder: string): FolderListing;
  matches(globs: readonly string[]): Promise<Matches>;
  /** Of the runtimes that generated code imports, in a workspace with these package globs. */
  runtimeVersions(workspaceGlobs: readonly string[]): Promise<Readonly<Record<string, string>>>;
  /** What was read, by path. */
  readonly entries: Entries;
}

export type Entries = ReadonlyMap<string, Entry>;

/** How a file looks: when it changed, inside and out, in milliseconds, its size and its number. */
type Look = readonly [mtime: number, ctime: number, size: number, ino: number];

/** How a file looked, if it cannot have changed since without looking different, and its hash. */
interface Entry {
  readonly look: Look | undefined;
  readonly hash: string;
}

/** Clocks of file systems lag behind the system's by a tick, or by two seconds where they count in those. */
const lagMs = 50;
const coarseLagMs = 2000;

/**
 * The disk from now on. Of what was read `before`, a file that looks as it did is not read again. One after the other:
 * for many small files this is several times as fast as asking for all at once.
 */
export function lookAtDisk({ root }: ProjectPlace, before?: Entries, now: number = Date.now()): Disk {
  const looks = new Map<string, Look | undefined>();
  const entries = new Map<string, Entry>();
  const match = onceEach(async (lines) => matchFiles(root, globsOf(lines)));
  const findVersions = onceEach(async (lines) => runtimeVersions(root, globsOf(lines), ownVersion));
  const lookOf = (path: string): Look | undefined => {
    if (!looks.has(path)) looks.set(path, lookAt(`${root}/${path}`));
    return looks.get(path);
  };
  return {
    root,
    hashOf(path) {
      const look = lookOf(path);
      if (!look) return undefined;
      const entry = entries.get(path) ?? knownEntry(before?.get(path), look) ?? read(path, look);
      entries.set(path, entry);
      return entry.hash;
    },
    looksOf: (paths) => sumOf(paths, paths.map(lookOf), now),
    list: onceEach((folder) => listFolder(root, folder)),
    matches: async (globs) => match(globs.join("\n")),
    runtimeVersions: async (globs) => findVersions(globs.join("\n")),
    entries,
  };

  function read(path: string, look: Look): Entry {
    const hash = hashText(readFileSync(`${root}/${path}`));
    return { look: isSettled(look, now) ? look : undefined, hash };
  }
}

function globsOf(lines: string): readonly string[] {
  return lines === "" ? [] : lines.split("\n");
}

function lookAt(file: string): Look | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() ? [stats.mtimeMs, stats.ctimeMs, stats.size, stats.ino] : undefined;
}

function knownEntry(before: Entry | undefined, look: Look): Entry | undefined {
  return before?.look?.every((each, index) => each === look[index]) ? before : undefined;
}

function sumOf(
  paths: readonly string[],
  looks: readonly (Look | undefined)[],
  now: number,
): string | undefined {
  const numbers = new Float64Array(4 * paths.length);
  for (const [index, look] of looks.entries()) {
    if (!look) continue;
    if (!isSettled(look, now)) return undefined;
    numbers.set(look, 4 * index);
  }
  return createHash("sha256").update(paths.join("\n")).update(numbers).digest("hex");
}

/** False if the file changed so lately that it could change again without looking different. */
function isSettled([mtime, ctime]: Look, now: number): boolean {
  const changed = Math.max(mtime, ctime);
  return changed < now - (Number.isInteger(changed / 1000) ? coarseLagMs : lagMs);
}
