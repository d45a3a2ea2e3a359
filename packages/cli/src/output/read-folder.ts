import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileHashes } from "../cache/file-hashes.ts";
import type { OutputRecord } from "./record.ts";
import { ownedHash, parseRecord, recordName } from "./record.ts";
import { isLeftover, isTemporary } from "./transaction.ts";

/** What a folder holds now. */
export interface FolderState {
  /** By path, the files that could be ours. */
  readonly files: ReadonlyMap<string, FileState>;
  readonly record?: OutputRecord;
  readonly recordText?: string;
  /** Paths, from the project's root, at which there is a link instead of a file or folder. */
  readonly links: readonly string[];
  /** Paths, from the project's root, of what a run that was killed left behind. */
  readonly leftovers: readonly string[];
}

export interface FileState {
  /** Of all its text, and of what in it is ours. */
  readonly hash: string;
  readonly owned: string;
}

/** Beside generated files, and not ours: what releases, installs and builds leave in a package. */
const foreignNames: ReadonlySet<string> = new Set([
  "CHANGELOG.md",
  "LICENSE",
  "node_modules",
  "dist",
  "reports",
  ".turbo",
]);

/** The files of a folder that could be ours, and what else is in the way. */
export interface FolderListing {
  /** Relative to the folder; the record is among them. */
  readonly paths: readonly string[];
  readonly links: readonly string[];
  readonly leftovers: readonly string[];
}

export async function listFolder(root: string, folder: string): Promise<FolderListing> {
  const links = await linksOnTheWay(root, folder);
  const found: Found = { paths: [], links, leftovers: [], folder };
  if (links.length === 0) await collect(join(root, folder), "", found);
  return found;
}

export async function readFolder(root: string, folder: string, hashes: FileHashes): Promise<FolderState> {
  const { paths, links, leftovers } = await listFolder(root, folder);
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

async function linksOnTheWay(root: string, folder: string): Promise<string[]> {
  const parts = folder.split("/");
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  const isLink = await Promise.all(
    paths.map(
      async (path) => (await lstat(join(root, path)).catch(() => undefined))?.isSymbolicLink() ?? false,
    ),
  );
  return paths.filter((_, index) => isLink[index]);
}

interface Found {
  readonly paths: string[];
  readonly links: string[];
  readonly leftovers: string[];
  readonly folder: string;
}

async function collect(base: string, within: string, found: Found): Promise<void> {
  const entries = await readdir(join(base, within), { withFileTypes: true }).catch(nothingIfAbsent);
  for (const entry of entries) {
    const path = within === "" ? entry.name : `${within}/${entry.name}`;
    if (isLeftover(entry.name)) found.leftovers.push(`${found.folder}/${path}`);
    if (isForeign(within, entry.name)) continue;
    if (entry.isSymbolicLink()) found.links.push(`${found.folder}/${path}`);
    else if (entry.isDirectory()) await collect(base, path, found);
    else if (entry.isFile()) found.paths.push(path);
  }
}

function isForeign(within: string, name: string): boolean {
  return (within === "" && foreignNames.has(name)) || name.endsWith(".tsbuildinfo") || isTemporary(name);
}

function nothingIfAbsent(error: NodeJS.ErrnoException): [] {
  if (error.code === "ENOENT") return [];
  throw error;
}
