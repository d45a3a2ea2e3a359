import { type Dirent, lstatSync, readdir, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { glob } from "tinyglobby";
import { stampOfFolder } from "./stamp.ts";
import type { Stamp } from "./stamp.ts";

/** What globs match in a project. Paths start from its root and are sorted, so that the order on disk never shows. */
export interface Matches {
  readonly files: readonly string[];
  /** What has the name of such a file and is none, or lies behind a link: neither read nor passed over in silence. */
  readonly others: readonly OtherMatch[];
}

export interface OtherMatch {
  readonly path: string;
  readonly is: "a symbolic link" | "a folder" | "a pipe, socket or device";
}

export interface FolderMatches extends Matches {
  /** The folders that were gone through, with their stamps from before; none where a link is in play, which may lead anywhere. */
  readonly folders: ReadonlyMap<string, Stamp | undefined>;
}

/** What the walk through the folders comes upon. */
interface Seen {
  readonly root: string;
  readonly links: Set<string>;
  readonly specials: Set<string>;
  readonly failures: Error[];
  readonly folders: Map<string, Stamp | undefined>;
}

/** Throws if a folder cannot be read, as for a file: what is in it would be missing, and nobody would know. */
export async function matchFiles(root: string, globs: readonly string[]): Promise<FolderMatches> {
  const seen: Seen = { root, links: new Set(), specials: new Set(), failures: [], folders: new Map() };
  const paths = await glob([...globs], {
    cwd: root,
    ignore: ["**/node_modules/**"],
    followSymbolicLinks: false,
    expandDirectories: false,
    onlyFiles: false,
    fs: { readdir: listingFor(seen) as typeof readdir },
  });
  const [failure] = seen.failures;
  if (failure) throw failure;
  // A folder is one only by its name: where a glob ends with a star, any may match.
  const matches = paths.filter((path) => !path.endsWith("/") || /\.(ya?ml|hbs)\/$/.test(path)).toSorted();
  const others = new Map(
    matches.flatMap((path) => {
      const other = otherAt(path, seen);
      return other ? [[other.path, other] as const] : [];
    }),
  );
  return {
    files: matches.filter((path) => !otherAt(path, seen)),
    others: [...others.values()],
    folders: seen.links.size > 0 ? new Map() : seen.folders,
  };
}

function otherAt(path: string, { links, specials }: Seen): OtherMatch | undefined {
  const link = pathsTo(path).find((each) => links.has(each));
  if (link !== undefined) return { path: link, is: "a symbolic link" };
  if (specials.has(path)) return { path, is: "a pipe, socket or device" };
  return path.endsWith("/") ? { path: path.slice(0, -1), is: "a folder" } : undefined;
}

/** `a`, `a/b` and `a/b/c`. */
function pathsTo(path: string): string[] {
  const parts = path.split("/").filter((part) => part !== "");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

type Done = (error: null, entries: readonly Dirent[]) => void;

/** Lists folders in such a way that links, and whatever else is no file, count as what their names stand for. */
function listingFor(seen: Seen): (folder: string, options: object, done: Done) => void {
  return (folder, _options, done) => {
    const path = relative(seen.root, folder).split(sep).join("/");
    // The walk begins where the globs have their first star, which a link may lead to.
    for (const each of pathsTo(path)) if (isLink(join(seen.root, each))) seen.links.add(each);
    seen.folders.set(path, stampOfFolder(folder));
    readdir(folder, { withFileTypes: true }, (error, entries = []) => {
      if (error && error.code !== "ENOENT" && error.code !== "ENOTDIR") seen.failures.push(error);
      done(
        null,
        entries.map((entry) => asNamed(entry, path, seen)),
      );
    });
  };
}

function asNamed(entry: Dirent, folder: string, { root, links, specials }: Seen): Dirent {
  if (entry.isFile() || entry.isDirectory()) return entry;
  const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
  if (!entry.isSymbolicLink()) specials.add(path);
  // What is behind one link is looked at, to name that; behind a second there may be no end.
  else if (!pathsTo(folder).some((each) => links.has(each))) links.add(path);
  else return entry;
  const isFolder = isFolderBehind(join(root, path));
  const isFile = (): boolean => !isFolder;
  return Object.assign(Object.create(entry) as Dirent, {
    isFile,
    isDirectory: () => isFolder,
    isSymbolicLink: () => false,
  });
}

/** What cannot be followed, such as a link to itself, leads to none. */
function isFolderBehind(link: string): boolean {
  try {
    return statSync(link).isDirectory();
  } catch {
    return false;
  }
}

/** What is below a file, or may not be looked at, is none. */
function isLink(file: string): boolean {
  try {
    return lstatSync(file).isSymbolicLink();
  } catch {
    return false;
  }
}
