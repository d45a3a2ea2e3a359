import { type FSWatcher, statSync, watch } from "node:fs";
import { join } from "node:path";
import { type WatchedPlaces, foldersIn, matters, pathIn } from "./watched-places.ts";

export interface FolderWatcher {
  /** Watches these places. Returns the folders that are new: changes there may be missed. */
  watch(places: WatchedPlaces): readonly string[];
  close(): void;
}

/** Reports the path, from the root, of each change in the places. */
export function createFolderWatcher(root: string, report: (path: string) => void): FolderWatcher {
  const watchers = new Map<string, FSWatcher>();
  let current: WatchedPlaces = { files: [], folders: [], endings: [], written: [] };
  const drop = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const add = (folder: string): void => {
    const watcher = watch(join(root, folder), (_event, name) => {
      const path = name === null ? folder : pathIn(folder, name);
      // A folder that was removed still has its watcher.
      const isFolder = watchers.has(path) || isFolderAt(join(root, path));
      if (matters(path, isFolder, current)) report(path);
    });
    // A folder that is removed while it is watched is no error.
    watcher.on("error", () => drop(folder));
    watchers.set(folder, watcher);
  };
  return {
    watch(places) {
      current = places;
      const wanted = foldersIn(root, places);
      for (const folder of watchers.keys()) if (!wanted.has(folder)) drop(folder);
      const added = [...wanted].filter((folder) => !watchers.has(folder));
      added.forEach(add);
      return added;
    },
    close() {
      for (const folder of watchers.keys()) drop(folder);
    },
  };
}

function isFolderAt(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
