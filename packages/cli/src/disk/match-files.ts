import { type Dirent, lstatSync, readdir, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { glob } from "tinyglobby";
import { pathsTo } from "./list-folder.ts";
import { type Stamp, stampOfFolder } from "./stamp.ts";

/** What globs match in a project: sorted paths, relative to its root. */
export interface Matches {
  readonly files: readonly string[];
  /** Matches that are not regular files or are behind a link. They are not read, but reported. */
  readonly others: readonly OtherMatch[];
}

export interface OtherMatch {
  readonly path: string;
  readonly is: "a symbolic link" | "a folder" | "a pipe, socket or device";
}

export interface FolderMatches extends Matches {
  /** The searched folders with earlier stamps; empty if there was a link, which leads anywhere. */
  readonly folders: ReadonlyMap<string, Stamp | undefined>;
}

/** What a search collects on its way through the folders. */
interface GlobWalk {
  readonly root: string;
  readonly links: Set<string>;
  readonly specials: Set<string>;
  readonly failures: Error[];
  readonly folders: Map<string, Stamp | undefined>;
}

/** Throws if a folder cannot be read: its contracts would be missing unnoticed. */
export async function matchFiles(root: string, globs: readonly string[]): Promise<FolderMatches> {
  const walk: GlobWalk = {
    root,
    links: new Set(),
    specials: new Set(),
    failures: [],
    folders: new Map(),
  };
  const paths = await glob([...globs], {
    cwd: root,
    ignore: ["**/node_modules/**"],
    followSymbolicLinks: false,
    expandDirectories: false,
    onlyFiles: false,
    fs: { readdir: listingFor(walk) as typeof readdir },
  });
  const [failure] = walk.failures;
  if (failure) throw failure;
  // A folder may match by its name: with a glob that ends with a star, any folder does.
  const matches = paths.filter((path) => !path.endsWith("/") || /\.(ya?ml|hbs)\/$/.test(path)).toSorted();
  const others = new Map(
    matches.flatMap((path) => {
      const other = otherAt(path, walk);
      return other ? [[other.path, other] as const] : [];
    }),
  );
  return {
    files: matches.filter((path) => !otherAt(path, walk)),
    others: [...others.values()],
    folders: walk.links.size > 0 ? new Map() : walk.folders,
  };
}

function otherAt(path: string, { links, specials }: GlobWalk): OtherMatch | undefined {
  const link = pathsTo(path).find((each) => links.has(each));
  if (link !== undefined) return { path: link, is: "a symbolic link" };
  if (specials.has(path)) return { path, is: "a pipe, socket or device" };
  return path.endsWith("/") ? { path: path.slice(0, -1), is: "a folder" } : undefined;
}

type WalkDone = (error: null, entries: readonly Dirent[]) => void;

/** A `readdir` for the search, in which links and special files are files or folders. */
function listingFor(walk: GlobWalk): (folder: string, options: object, done: WalkDone) => void {
  return (folder, _options, done) => {
    const path = relative(walk.root, folder).split(sep).join("/");
    // The search starts at the first star of a glob; a parent folder may be a link.
    for (const each of pathsTo(path)) if (isLink(join(walk.root, each))) walk.links.add(each);
    walk.folders.set(path, stampOfFolder(folder));
    readdir(folder, { withFileTypes: true }, (error, entries = []) => {
      if (error && error.code !== "ENOENT" && error.code !== "ENOTDIR") walk.failures.push(error);
      done(
        null,
        entries.map((entry) => asNamedOnDisk(entry, path, walk)),
      );
    });
  };
}

function asNamedOnDisk(entry: Dirent, folder: string, { root, links, specials }: GlobWalk): Dirent {
  if (entry.isFile() || entry.isDirectory()) return entry;
  const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
  if (!entry.isSymbolicLink()) specials.add(path);
  // Searches folders behind one link, to report what matches. Further links may be cyclic.
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

/** Whether a link leads to a folder; false if it cannot be followed, as a link to itself. */
function isFolderBehind(link: string): boolean {
  try {
    return statSync(link).isDirectory();
  } catch {
    return false;
  }
}

/** False if the path is below a file or may not be read. */
function isLink(file: string): boolean {
  try {
    return lstatSync(file).isSymbolicLink();
  } catch {
    return false;
  }
}
