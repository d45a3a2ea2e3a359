import { createHash, hash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { listFolder } from "../output/list-folder.ts";
import type { FolderListing } from "../output/list-folder.ts";
import type { ProjectPlace } from "../project/find-project.ts";
import type { Cache } from "./cache.ts";

/** What is on disk, as one run sees it: each file and each folder is looked at once. */
export interface FileHashes {
  /**
   * SHA-256, hex; undefined if there is no file at this path, from the project's root. A file that looks as it did when
   * it was last read is not read again.
   */
  of(path: string): string | undefined;
  /**
   * One value for how all of these files look: while it stays the same, so does what is in them, and which of them are
   * there. Undefined if one changed so lately that it could change again without looking different.
   */
  looksOf(paths: readonly string[]): string | undefined;
  /** What an output folder holds. */
  list(folder: string): FolderListing;
  /** For a later run. */
  keep(cache: Cache): void;
}

/** How a file looks: when it changed, inside and out, in milliseconds, its size and its number. */
type Look = readonly [mtime: number, ctime: number, size: number, ino: number];
/** How a file looked, and its hash. */
type Entry = readonly [look: string, hash: string];
/** Path, look and hash of each file, one after the other: this is read in half the time that objects take. */
type Known = readonly string[];

const name = "files";
/** Clocks of file systems lag behind the system's by a tick, or by two seconds where they count in those. */
const lagMs = 50;
const coarseLagMs = 2000;

/** What earlier runs know of the files of a project. */
export function openFileHashes({ root }: ProjectPlace, cache: Cache, now: number = Date.now()): FileHashes {
  return lookAt(root, now, () => entriesOf(cache.read<Known>(name)));
}

/** With nothing of earlier runs: every file is read. */
export function readFileHashes({ root }: ProjectPlace): FileHashes {
  return lookAt(root, Date.now(), () => new Map());
}

type Entries = ReadonlyMap<string, Entry>;

/** Of what was kept or read before: a process that goes on need not go through it again. */
const entriesBefore = new WeakMap<Known, Entries>();

function entriesOf(known: Known = []): Entries {
  const before = entriesBefore.get(known);
  if (before) return before;
  const entries = new Map<string, Entry>();
  for (let at = 0; at + 2 < known.length; at += 3) {
    const [path = "", look = "", sha256 = ""] = known.slice(at, at + 3);
    entries.set(path, [look, sha256]);
  }
  entriesBefore.set(known, entries);
  return entries;
}

/** One after the other: for many small files this is several times as fast as asking for all at once. */
function lookAt(root: string, now: number, readKnown: () => Entries): FileHashes {
  const looks = new Map<string, Look | undefined>();
  const seen = new Map<string, Entry>();
  const folders = new Map<string, FolderListing>();
  let known: Entries | undefined;
  const look = (path: string): Look | undefined => {
    if (!looks.has(path)) looks.set(path, lookOf(`${root}/${path}`));
    return looks.get(path);
  };
  return {
    of(path) {
      const found = look(path);
      if (!found) return undefined;
      known ??= readKnown();
      const entry =
        seen.get(path) ?? entryOf(`${root}/${path}`, isSettled(found, now) ? found : [], known.get(path));
      seen.set(path, entry);
      return entry[1];
    },
    looksOf: (paths) => sumOf(paths, paths.map(look), now),
    list(folder) {
      const listing = folders.get(folder) ?? listFolder(root, folder);
      folders.set(folder, listing);
      return listing;
    },
    keep(cache) {
      if (!known) return;
      const isSame =
        seen.size === known.size && [...seen].every(([path, entry]) => known?.get(path) === entry);
      if (isSame) return;
      const content: Known = [...seen].flatMap(([path, entry]) => [path, ...entry]);
      entriesBefore.set(content, new Map(seen));
      cache.write(name, content);
    },
  };
}

function lookOf(file: string): Look | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() ? [stats.mtimeMs, stats.ctimeMs, stats.size, stats.ino] : undefined;
}

/** Nothing to look like means that it could change unseen. */
function entryOf(file: string, look: Look | readonly [], before: Entry | undefined): Entry {
  const looks = look.join(" ");
  return before && looks !== "" && before[0] === looks ? before : [looks, hashText(readFileSync(file))];
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

export function hashText(content: string | Buffer): string {
  return hash("sha256", content);
}
