import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { linksOnTheWay, listFolder } from "../output/list-folder.ts";
import type { FolderListing } from "../output/list-folder.ts";
import type { ProjectPlace } from "../project/find-project.ts";
import type { Matches } from "../project/match-files.ts";
import { runtimeVersions } from "../project/runtime-versions.ts";
import { ownVersion } from "../own-version.ts";
import { hashText } from "./hash-text.ts";
import { isSameLook, isSettled, lookAtFile, lookAtFolder, settledLook } from "./look.ts";
import type { Look } from "./look.ts";
import { onceEach } from "./once-each.ts";

/** What is on disk, as one run sees it: each file and each folder is looked at once. Paths are from the project's root. */
export interface Disk {
  readonly root: string;
  /** Throws if there is no file at this path. */
  textOf(path: string): string;
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
  readonly seen: Seen;
}

/** What a run saw, for the next: it need not read, or search, what looks the same. */
export interface Seen {
  /** By path. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** By their globs, as JSON. */
  readonly searches: ReadonlyMap<string, Search>;
  /** By path, for as long as a process goes on. */
  readonly texts?: ReadonlyMap<string, Text> | undefined;
}

interface Text {
  readonly look: Look | undefined;
  readonly text: string;
}

/** How a file looked, if it cannot have changed since without looking different, and its hash. */
interface Entry {
  readonly look: Look | undefined;
  readonly hash: string;
}

/**
 * The disk from now on. A file that looks as it did `before` is not read again. One after the other:
 * for many small files this is several times as fast as asking for all at once.
 */
export function lookAtDisk(
  { root }: Pick<ProjectPlace, "root">,
  before?: Seen,
  now: number = Date.now(),
): Disk {
  const looks = new Map<string, Look | undefined>();
  const entries = new Map<string, Entry>();
  const searches = new Map<string, Search>();
  const texts = new Map<string, Text>();
  const match = onceEach(async (key) => {
    const known = before?.searches.get(key);
    const found = known && isStillSo(root, known) ? known : await search(root, globsOf(key), now);
    searches.set(key, found);
    return found;
  });
  const findVersions = onceEach(async (key) => runtimeVersions(root, globsOf(key), ownVersion));
  const lookOf = (path: string): Look | undefined => {
    if (!looks.has(path)) looks.set(path, lookAtFile(`${root}/${path}`));
    return looks.get(path);
  };
  return {
    root,
    textOf(path) {
      const look = lookOf(path);
      const known = before?.texts?.get(path);
      const text =
        known && isSameLook(known.look, look) ? known.text : readFileSync(`${root}/${path}`, "utf8");
      texts.set(path, { look: settledLook(look, now), text });
      return text;
    },
    hashOf(path) {
      const look = lookOf(path);
      if (!look) return undefined;
      const entry = entries.get(path) ?? knownEntry(before?.entries.get(path), look) ?? read(path, look);
      entries.set(path, entry);
      return entry.hash;
    },
    looksOf: (paths) => sumOf(paths, paths.map(lookOf), now),
    list: onceEach((folder) => listFolder(root, folder)),
    matches: async (globs) => (globs.length === 0 ? nothing : match(JSON.stringify(globs))),
    runtimeVersions: async (globs) => findVersions(JSON.stringify(globs)),
    seen: { entries, searches, texts },
  };

  function read(path: string, look: Look): Entry {
    const hash = hashText(readFileSync(`${root}/${path}`));
    return { look: settledLook(look, now), hash };
  }
}

const nothing: Matches = { files: [], others: [] };

/** What a search found, and how the folders looked that it went through, if they cannot change without looking different. */
interface Search extends Matches {
  readonly folders: ReadonlyMap<string, Look> | undefined;
}

async function search(root: string, globs: readonly string[], now: number): Promise<Search> {
  // Its library takes longer to load than most projects take to search.
  const { matchFiles } = await import("../project/match-files.ts");
  const { files, others, folders } = await matchFiles(root, globs);
  const isKnown = folders.size > 0 && [...folders.values()].every((look) => look && isSettled(look, now));
  return { files, others, folders: isKnown ? (folders as ReadonlyMap<string, Look>) : undefined };
}

function isStillSo(root: string, { folders }: Search): boolean {
  if (!folders) return false;
  return [...folders].every(
    ([path, look]) =>
      isSameLook(look, lookAtFolder(`${root}/${path}`)) && linksOnTheWay(root, path).length === 0,
  );
}

function knownEntry(before: Entry | undefined, look: Look): Entry | undefined {
  return isSameLook(before?.look, look) ? before : undefined;
}

function globsOf(key: string): readonly string[] {
  return JSON.parse(key) as readonly string[];
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
