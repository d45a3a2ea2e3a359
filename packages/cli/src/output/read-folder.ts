import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Disk } from "../cache/disk.ts";
import type { FolderListing } from "./list-folder.ts";
import type { OutputRecord } from "./record.ts";
import { isShared, ownedHash, parseRecord, recordName } from "./record.ts";

/** What a folder holds. */
export interface FolderState extends Pick<FolderListing, "links" | "leftovers"> {
  /** Path to hash of the files that could be ours, the record among them. */
  readonly files: ReadonlyMap<string, string>;
  /** Hash of what is ours in a file. */
  ownedHashOf(path: string): string | undefined;
  /** What was written there; undefined if nobody knows. */
  record(): Pick<OutputRecord, "get" | "has"> | undefined;
}

/** By looking. */
export function readFolder(disk: Disk, folder: string): FolderState {
  const { paths, links, leftovers } = disk.list(folder);
  const files = new Map(
    paths.flatMap((path) => {
      const hash = disk.hashOf(`${folder}/${path}`);
      return hash === undefined ? [] : [[path, hash] as const];
    }),
  );
  return {
    files,
    links,
    leftovers,
    ownedHashOf: ownedIn(disk, folder, files),
    record: () =>
      files.has(recordName) ? parseRecord(readText(join(disk.root, folder, recordName))) : undefined,
  };
}

/** As a run left it: then it holds what was written there, and nothing else. */
export function folderAsLeft(disk: Disk, folder: string, files: ReadonlyMap<string, string>): FolderState {
  const ownedHashOf = ownedIn(disk, folder, files);
  const record = { get: ownedHashOf, has: (path: string) => files.has(path) };
  return { files, links: [], leftovers: [], ownedHashOf, record: () => record };
}

function ownedIn(
  disk: Disk,
  folder: string,
  files: ReadonlyMap<string, string>,
): (path: string) => string | undefined {
  return (path) => {
    if (!isShared(path) || !files.has(path)) return files.get(path);
    // What was left may be gone.
    const isThere = disk.hashOf(`${folder}/${path}`) !== undefined;
    return isThere ? ownedHash(readText(join(disk.root, folder, path))) : undefined;
  };
}

function readText(file: string): string {
  return readFileSync(file, "utf8");
}
