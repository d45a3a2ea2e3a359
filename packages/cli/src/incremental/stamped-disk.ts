import { existsSync, readFileSync } from "node:fs";
import type { FoundUse } from "@proviso/compiler";
import { type FolderListing, linksOnTheWay, listFolder } from "../disk/list-folder.ts";
import { ownVersion } from "../disk/package-json.ts";
import type { Matches } from "../disk/match-files.ts";
import { obstacle } from "../disk/obstacle.ts";
import { runtimeVersions } from "../disk/runtime-versions.ts";
import { hashText } from "../disk/hash-text.ts";
import { type Stamp, isReliable, isSameStamp, stampOfFile, stampOfFolder } from "../disk/stamp.ts";

/** The disk as one run sees it: each file and folder is read once. Paths are relative to the project's root. */
export interface Disk {
  readonly root: string;
  /** Undefined if there is no file at this path. */
  textOf(path: string): string | undefined;
  /** SHA-256, hex; undefined if there is no file at this path. */
  hashOf(path: string): string | undefined;
  /** For files whose content does not matter. */
  isThere(path: string): boolean;
  /** The file that the contract at `from` names under `use`. */
  findUse(from: string, name: string): Promise<FoundUse>;
  /** Why no files can be written to a folder, as a sentence. */
  obstacleAt(folder: string): string | undefined;
  /** The content of an output folder. */
  list(folder: string): FolderListing;
  matches(globs: readonly string[]): Promise<Matches>;
  /** The version ranges of the runtimes that generated code imports, in a workspace with these package globs. */
  runtimeVersions(workspaceGlobs: readonly string[]): Promise<Readonly<Record<string, string>>>;
}

/** What earlier runs read. A file or search with the same stamp is not repeated. */
export interface Known {
  /** The hash of a file, if it has this stamp. */
  hashOf(path: string, stamp: Stamp): string | undefined;
  /** By their globs, as JSON. */
  readonly searches: ReadonlyMap<string, Search>;
}

/** The result of a search, with the stamps of the searched folders; no stamps if one of them is not reliable. */
export interface Search extends Matches {
  readonly folders: ReadonlyMap<string, Stamp> | undefined;
}

export interface StampedDisk extends Disk {
  /** The files whose hash is known, by path. */
  readonly files: ReadonlyMap<string, StampedHash>;
  readonly searches: ReadonlyMap<string, Search>;
  /** Whether this run read or searched something that was not known before. */
  hasNews(): boolean;
}

export interface StampedHash {
  readonly hash: string;
  /** Absent if the file could change without getting another stamp. */
  readonly stamp?: Stamp;
}

/**
 * Reads the disk from now on. Files are read one after the other, which for many small files is several times as fast as all at
 * once.
 */
export function lookAtDisk(root: string, knownStamps?: Known, now: number = Date.now()): StampedDisk {
  const files = new Map<string, StampedHash>();
  const searches = new Map<string, Search>();
  let hasNews = false;
  const stampOf = onceEach((path) => stampOfFile(`${root}/${path}`));
  const read = onceEach((path) => {
    // The known hash may be out of date.
    files.delete(path);
    const stamp = stampOfFile(`${root}/${path}`);
    if (!stamp) return undefined;
    const bytes = readFileSync(`${root}/${path}`);
    hasNews = true;
    files.set(path, { hash: hashText(bytes), ...(isReliable(stamp, now) ? { stamp } : {}) });
    return bytes;
  });
  const find = onceEach(async (key) => {
    const before = knownStamps?.searches.get(key);
    const isKnown = before !== undefined && isStillSo(root, before);
    hasNews ||= !isKnown;
    const found = isKnown ? before : await searchGlobs(root, globsOfSearch(key), now);
    searches.set(key, found);
    return found;
  });
  return {
    root,
    files,
    searches,
    hasNews: () => hasNews,
    textOf: (path) => read(path)?.toString("utf8"),
    hashOf(path) {
      const stamp = files.has(path) ? undefined : stampOf(path);
      const hash = stamp && knownStamps?.hashOf(path, stamp);
      if (stamp && hash !== undefined) files.set(path, { hash, stamp });
      else if (stamp) read(path);
      return files.get(path)?.hash;
    },
    isThere: onceEach((path) => existsSync(`${root}/${path}`)),
    async findUse(from, name) {
      // Imported late: most projects use no other files.
      const { findUsedFile } = await import("../disk/find-used-file.ts");
      return findUsedFile(root, from, name);
    },
    obstacleAt: onceEach((folder) => obstacle(root, folder)),
    list: onceEach((folder) => listFolder(root, folder)),
    matches: async (globs) => (globs.length === 0 ? nothingKnown : find(JSON.stringify(globs))),
    runtimeVersions: keyedByName(async (globs) => runtimeVersions(root, globs, ownVersion)),
  };
}

const nothingKnown: Matches = { files: [], others: [] };

async function searchGlobs(root: string, globs: readonly string[], now: number): Promise<Search> {
  // Imported late: loading the library takes longer than searching most projects.
  const { matchFiles } = await import("../disk/match-files.ts");
  const { files, others, folders } = await matchFiles(root, globs);
  const isKnown = folders.size > 0 && [...folders.values()].every((stamp) => stamp && isReliable(stamp, now));
  return { files, others, folders: isKnown ? (folders as ReadonlyMap<string, Stamp>) : undefined };
}

function isStillSo(root: string, { folders }: Search): boolean {
  if (!folders) return false;
  return [...folders].every(
    ([path, stamp]) =>
      isSameStamp(stamp, stampOfFolder(`${root}/${path}`)) && linksOnTheWay(root, path).length === 0,
  );
}

function globsOfSearch(key: string): readonly string[] {
  return JSON.parse(key) as readonly string[];
}

function keyedByName<Found>(find: (globs: readonly string[]) => Found): (globs: readonly string[]) => Found {
  const found = onceEach((key) => find(globsOfSearch(key)));
  return (globs) => found(JSON.stringify(globs));
}

/** `find`, called once for each name. */
export function onceEach<Found>(find: (name: string) => Found): (name: string) => Found {
  const foundByName = new Map<string, Found>();
  return (name) => {
    if (!foundByName.has(name)) foundByName.set(name, find(name));
    return foundByName.get(name) as Found;
  };
}
