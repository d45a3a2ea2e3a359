import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FileHashes } from "../cache/file-hashes.ts";
import type { FolderListing } from "./list-folder.ts";
import type { OutputRecord } from "./record.ts";
import { isShared, ownedHash, parseRecord, recordName } from "./record.ts";

/** What a folder holds now. */
export interface FolderState extends Pick<FolderListing, "links" | "leftovers"> {
  /** Path to hash of the files that could be ours. */
  readonly files: ReadonlyMap<string, string>;
  /** Path to hash of what is ours in those that are ours only in part. */
  readonly owned: ReadonlyMap<string, string>;
  readonly record?: OutputRecord;
  readonly recordText?: string;
}

export function readFolder(root: string, folder: string, hashes: FileHashes): FolderState {
  const { paths, links, leftovers } = hashes.list(folder);
  const files = new Map<string, string>();
  const owned = new Map<string, string>();
  for (const path of paths) {
    const hash = path === recordName ? undefined : hashes.of(`${folder}/${path}`);
    if (hash === undefined) continue;
    files.set(path, hash);
    if (isShared(path)) owned.set(path, ownedHash(readText(join(root, folder, path))));
  }
  if (!paths.includes(recordName)) return { files, owned, links, leftovers };
  const recordText = readText(join(root, folder, recordName));
  const record = parseRecord(recordText);
  return { files, owned, links, leftovers, recordText, ...(record ? { record } : {}) };
}

function readText(file: string): string {
  return readFileSync(file, "utf8");
}
