import { readConfig } from "../config/read-config.ts";
import { exitCodes, type ExitCode } from "@proviso/terminal";
import { type RunStore, openStore } from "../incremental/store.ts";
import { type ProjectPlace, findProject } from "../disk/find-project.ts";
import { explainError } from "../terminal/explain-error.ts";
import { lookAtDisk } from "../incremental/stamped-disk.ts";
import { readProject } from "../project/read-project.ts";
import type { CliHost } from "../terminal/host.ts";
import { type WatchedPlaces, watchedPlaces, foldersIn, matters, pathIn } from "./watched-places.ts";
import { type FSWatcher, statSync, watch } from "node:fs";
import { join } from "node:path";

/** One run of a command. */
export type Round = (place: ProjectPlace, store: RunStore, host: CliHost) => Promise<unknown>;

/** Folders with code to be watched too, from the root of the project. */
export type SourcesOf = (place: ProjectPlace) => readonly string[];

/**
 * Runs a command now, and again whenever a contract, a template or the configuration changes, until the host is
 * interrupted. Errors are reported; the next change starts the next round.
 */
export async function watchProject(
  host: CliHost,
  config: string | undefined,
  round: Round,
  sources?: SourcesOf,
): Promise<ExitCode> {
  const first = await findProject(host.cwd, config);
  const store = openStore(first);
  const queue = createQueue();
  const watcher = createFolderWatcher(first.root, queue.add);
  void host.interrupted().then(() => queue.close());
  let places = (await placesOf(first, sources)) ?? watchedPlaces(first.configFile, undefined);
  watcher.watch(places);
  let changes: readonly string[] | undefined;
  do {
    const place = await runRound(host, { config, store, round, changes });
    // After the round's output, so that nobody waits for it.
    store.save();
    places = (place && (await placesOf(place, sources))) ?? places;
    watcher.watch(places).forEach(queue.add);
    changes = await queue.next();
  } while (changes);
  watcher.close();
  return exitCodes.clean;
}

interface RoundOptions {
  readonly config: string | undefined;
  readonly store: RunStore;
  readonly round: Round;
  /** Paths from the root of the project; undefined in the first round. */
  readonly changes: readonly string[] | undefined;
}

/** Runs one round. Undefined if the project cannot be found at the moment. */
async function runRound(
  host: CliHost,
  { config, store, round, changes }: RoundOptions,
): Promise<ProjectPlace | undefined> {
  const start = host.elapsedMs();
  if (changes) host.out(`\nchanged: ${changes.join(", ")}`);
  try {
    const place = await findProject(host.cwd, config);
    await round(place, store, {
      ...host,
      keepsRunning: true,
      elapsedMs: () => host.elapsedMs() - start,
    });
    return place;
  } catch (error) {
    explainError(error, host);
    return undefined;
  } finally {
    host.out("watching for changes; stop with Ctrl-C");
  }
}

/** Undefined while the configuration has errors; then the last correct one is used. */
async function placesOf(place: ProjectPlace, sources?: SourcesOf): Promise<WatchedPlaces | undefined> {
  const { configFile, configText } = place;
  const { config } = readConfig({ path: configFile, text: configText });
  if (!config) return undefined;
  const { used } = await readProject(place, lookAtDisk(place.root));
  return watchedPlaces(configFile, config, { sources: sources?.(place) ?? [], used });
}

/** Collects changes until none has come for a moment, and then delivers them together. */
interface ChangeQueue {
  readonly add: (path: string) => void;
  /** Waits for a change. The paths are sorted; undefined once the queue is closed. */
  next(): Promise<readonly string[] | undefined>;
  close(): void;
}

/** Editors write a file in several steps. */
const watchQuietMs = 5;

function createQueue(): ChangeQueue {
  const paths = new Set<string>();
  let wake = Promise.withResolvers<void>();
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  return {
    add(path) {
      if (isClosed) return;
      paths.add(path);
      clearTimeout(timer);
      timer = setTimeout(wake.resolve, watchQuietMs);
    },
    async next() {
      await wake.promise;
      if (isClosed) return undefined;
      wake = Promise.withResolvers();
      const changed = [...paths].toSorted();
      paths.clear();
      return changed;
    },
    close() {
      clearTimeout(timer);
      isClosed = true;
      wake.resolve();
    },
  };
}

interface FolderWatcher {
  /** Watches these places. Returns the folders that are new: changes there may be missed. */
  watch(places: WatchedPlaces): readonly string[];
  close(): void;
}

/** Reports the path, from the root, of each change in the places. */
function createFolderWatcher(root: string, report: (path: string) => void): FolderWatcher {
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
