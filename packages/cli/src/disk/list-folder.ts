import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isLeftover, isTemporary } from "./transaction.ts";

/** The files of a folder that proviso could own, and what prevents writing. */
export interface FolderListing {
  /** Relative to the folder; the record is among them. */
  readonly paths: readonly string[];
  /** Paths, from the project's root, at which there is a link instead of a file or folder. */
  readonly links: readonly string[];
  /** Paths, from the project's root, of temporary files that a killed run left. */
  readonly leftovers: readonly string[];
}

/** Names in a package that proviso does not own: releases, installs and builds create them. */
const foreignNames: ReadonlySet<string> = new Set([
  "CHANGELOG.md",
  "node_modules",
  "dist",
  "reports",
  ".turbo",
]);

export function listFolder(root: string, folder: string): FolderListing {
  const links = linksOnTheWay(root, folder);
  const found: FoundEntries = { paths: [], links, leftovers: [], folder };
  if (links.length === 0) collectEntries(join(root, folder), "", found);
  return found;
}

/** The path and its parent folders, as far as they are symbolic links. */
export function linksOnTheWay(root: string, path: string): string[] {
  return pathsTo(path).filter(
    (each) => lstatSync(join(root, each), { throwIfNoEntry: false })?.isSymbolicLink() ?? false,
  );
}

/** A path and the folders on its way: `a`, `a/b` and `a/b/c`. */
export function pathsTo(path: string): readonly string[] {
  const parts = path.split("/").filter((part) => part !== "");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

interface FoundEntries {
  readonly paths: string[];
  readonly links: string[];
  readonly leftovers: string[];
  readonly folder: string;
}

function collectEntries(base: string, within: string, found: FoundEntries): void {
  for (const entry of folderEntries(`${base}/${within}`)) {
    const path = within === "" ? entry.name : `${within}/${entry.name}`;
    if (isLeftover(entry.name)) found.leftovers.push(`${found.folder}/${path}`);
    if (isForeignName(within, entry.name)) continue;
    if (entry.isSymbolicLink()) found.links.push(`${found.folder}/${path}`);
    else if (entry.isDirectory()) collectEntries(base, path, found);
    else if (entry.isFile()) found.paths.push(path);
  }
}

function isForeignName(within: string, name: string): boolean {
  return (within === "" && foreignNames.has(name)) || name.endsWith(".tsbuildinfo") || isTemporary(name);
}

/** Sorted, so that output does not depend on the disk's order. Empty without such a folder. */
function folderEntries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
