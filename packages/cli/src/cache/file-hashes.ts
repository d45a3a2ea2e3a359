import { hash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type { Stats } from "node:fs";
import type { ProjectPlace } from "../project/find-project.ts";
import type { Cache } from "./cache.ts";

/** Hashes of files by what is in them. A file that looks as it did when it was last read is not read again. */
export interface FileHashes {
  /** SHA-256, hex; undefined if there is no file at this path, from the project's root. Each is looked at once. */
  of(path: string): string | undefined;
  /** For a later run. */
  keep(cache: Cache): void;
}

/** By path: how the file looked, and its hash. Nothing to look like means that it could change unseen. */
type Known = Readonly<Record<string, readonly [look: string, hash: string]>>;

const name = "files";
/** Clocks of file systems lag behind the system's by a tick, or by two seconds where they count in those. */
const lagMs = 50;
const coarseLagMs = 2000;

/** What earlier runs know of the files of a project. */
export async function openFileHashes(
  { root }: ProjectPlace,
  cache: Cache,
  now: number = Date.now(),
): Promise<FileHashes> {
  return lookAt(root, (await cache.read<Known>(name)) ?? {}, now);
}

/** With nothing of earlier runs: every file is read. */
export function readFileHashes({ root }: ProjectPlace): FileHashes {
  return lookAt(root, {}, Date.now());
}

/** One after the other: for many small files this is several times as fast as asking for all at once. */
function lookAt(root: string, known: Known, now: number): FileHashes {
  const seen = new Map<string, readonly [string, string] | undefined>();
  const look = (path: string): readonly [string, string] | undefined => {
    const file = `${root}/${path}`;
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats?.isFile()) return undefined;
    const looks = looksOf(stats, now);
    const before = known[path];
    return before && looks !== "" && before[0] === looks ? before : [looks, hashText(readFileSync(file))];
  };
  return {
    of(path) {
      if (!seen.has(path)) seen.set(path, look(path));
      return seen.get(path)?.[1];
    },
    keep(cache) {
      const found = [...seen].flatMap(([path, entry]) => (entry ? [[path, entry] as const] : []));
      const isSame =
        found.length === Object.keys(known).length && found.every(([path, entry]) => known[path] === entry);
      if (!isSame) cache.write(name, Object.fromEntries(found));
    },
  };
}

export function hashText(content: string | Buffer): string {
  return hash("sha256", content);
}

/** Empty if the file changed so lately that it could change again without looking different. */
function looksOf({ mtimeMs, ctimeMs, size, ino }: Stats, now: number): string {
  const changed = Math.max(mtimeMs, ctimeMs);
  const lag = Number.isInteger(changed / 1000) ? coarseLagMs : lagMs;
  return changed < now - lag ? `${mtimeMs} ${ctimeMs} ${size} ${ino}` : "";
}
