import { type Dirent, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Config } from "../config/config.ts";
import { pathsTo } from "../disk/list-folder.ts";
import { lockFileOf } from "@proviso/changes/lock";
import { workspaceFile } from "../project/workspace-globs.ts";

/** Where to look for changes. Paths from the root of the project. */
export interface WatchedPlaces {
  /** In the root itself, and used files anywhere. */
  readonly files: readonly string[];
  /** Watched with everything in them, except what is ignored. */
  readonly folders: readonly string[];
  /** Endings of the watched files' names. Editors also write temporary files, which are ignored. */
  readonly endings: readonly string[];
  /** The folders that a run writes; ignored with everything in them. */
  readonly written: readonly string[];
}

/** Folders of these names are never watched. */
const foreignFolderNames = ["node_modules", ".git"] as const;

const codeEndings = [".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".json"] as const;

/** Without a configuration, only the files in the root are watched. */
export function watchedPlaces(
  configFile: string,
  config: Config | undefined,
  { sources, used }: { readonly sources: readonly string[]; readonly used: readonly string[] } = {
    sources: [],
    used: [],
  },
): WatchedPlaces {
  const files = [configFile, workspaceFile, lockFileOf(configFile), ...used];
  if (!config) return { files, folders: [], endings: [], written: [] };
  const { contracts, templates, outputs, handlers } = config;
  return {
    files,
    folders: [...contracts.value.map(globBaseOf), ...(templates ? [templates.value] : []), ...sources],
    endings: [
      ...contracts.value.map(globEndingOf),
      ...(templates ? [".hbs"] : []),
      ...(sources.length > 0 ? codeEndings : []),
    ],
    // Handlers are written once, and then belong to the project.
    written: [
      ...outputs.map(({ folder }) => folder),
      ...(handlers && sources.length === 0 ? [handlers.value] : []),
      ...sources.map((folder) => pathIn(folder, "dist")),
    ],
  };
}

/** The existing folders in which a change may matter, and their parent folders, in which they may be created or removed. */
export function foldersIn(root: string, places: WatchedPlaces): ReadonlySet<string> {
  const found = new Set<string>();
  for (const file of places.files) if (entriesOfFolder(join(root, dirname(file)))) found.add(dirname(file));
  for (const folder of places.folders.flatMap((each) => pathsTo(each).slice(0, -1)))
    if (entriesOfFolder(join(root, folder))) found.add(folder);
  const waiting = [...places.folders];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const entries = isIgnored(folder, places) ? undefined : entriesOfFolder(join(root, folder));
    if (!entries) continue;
    found.add(folder);
    for (const entry of entries) if (entry.isDirectory()) waiting.push(pathIn(folder, entry.name));
  }
  return found;
}

/** Whether a run may read this file or folder. */
export function matters(path: string, isFolder: boolean, places: WatchedPlaces): boolean {
  const { files, folders, endings } = places;
  if (files.includes(path)) return true;
  if (!isFolder && !endings.some((ending) => path.endsWith(ending))) return false;
  const isNear = folders.some(
    (folder) => folder === "." || `${path}/`.startsWith(`${folder}/`) || pathsTo(folder).includes(path),
  );
  return isNear && !isIgnored(path, places);
}

export function pathIn(folder: string, name: string): string {
  return folder === "." ? name : `${folder}/${name}`;
}

function isIgnored(path: string, { written }: WatchedPlaces): boolean {
  if (foreignFolderNames.some((name) => path.split("/").includes(name))) return true;
  return written.some((folder) => `${path}/`.startsWith(`${folder}/`));
}

/** Undefined if there is no such folder. */
function entriesOfFolder(folder: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

/** The deepest folder that contains everything that a glob can match. */
function globBaseOf(glob: string): string {
  const parts = glob.split("/");
  const wild = parts.findIndex((part) => /[*?[\]{}()!+@]/.test(part));
  return parts.slice(0, wild < 0 ? -1 : wild).join("/") || ".";
}

/** The ending of all names that a glob can match. */
function globEndingOf(glob: string): string {
  return /[^*?[\]{}()!+@/]*$/.exec(glob)?.[0] ?? "";
}
