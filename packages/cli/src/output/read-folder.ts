import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileHashes } from "../cache/file-hashes.ts";
import type { FolderListing } from "./list-folder.ts";
import type { OutputRecord } from "./record.ts";
import { ownedHash, parseRecord, recordName } from "./record.ts";

/** What a folder holds now. */
export interface FolderState extends Pick<FolderListing, "links" | "leftovers"> {
  /** By path, the files that could be ours. */
  readonly files: ReadonlyMap<string, FileState>;
  readonly record?: OutputRecord;
  readonly recordText?: string;
}

export interface FileState {
  /** Of all its text, and of what in it is ours. */
  readonly hash: string;
  readonly owned: string;
}

export async function readFolder(root: string, folder: string, hashes: FileHashes): Promise<FolderState> {
  const { paths, links, leftovers } = hashes.list(folder);
  const files = new Map<string, FileState>();
  for (const path of paths) {
    const hash = hashes.of(`${folder}/${path}`);
    if (path === recordName || hash === undefined) continue;
    const owned = path === "package.json" ? ownedHash(path, await readText(join(root, folder, path))) : hash;
    files.set(path, { hash, owned });
  }
  if (!paths.includes(recordName)) return { files, links, leftovers };
  const recordText = await readText(join(root, folder, recordName));
  const record = parseRecord(recordText);
  return { files, links, leftovers, recordText, ...(record ? { record } : {}) };
}

function readText(file: string): Promise<string> {
  return readFile(file, "utf8");
}
