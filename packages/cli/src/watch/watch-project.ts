import { readConfig } from "../config/read-config.ts";
import { exitCodes, type ExitCode } from "@proviso/terminal";
import { type RunStore, openStore } from "../incremental/store.ts";
import { type ProjectPlace, findProject } from "../disk/find-project.ts";
import { explainError } from "../terminal/explain-error.ts";
import { lookAtDisk } from "../incremental/stamped-disk.ts";
import { readProject } from "../project/read-project.ts";
import type { CliHost } from "../terminal/host.ts";
import { createQueue } from "./queue.ts";
import { createFolderWatcher } from "./watch-folders.ts";
import { type WatchedPlaces, watchedPlaces } from "./watched-places.ts";

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
