import { openCache } from "../cache/cache.ts";
import type { Cache } from "../cache/cache.ts";
import { readConfig } from "../config/read-config.ts";
import { exitCodes } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { findProject } from "../project/find-project.ts";
import type { ProjectPlace } from "../project/find-project.ts";
import { explainError } from "../terminal/explain-error.ts";
import type { Host } from "../terminal/host.ts";
import { createQueue } from "./queue.ts";
import { createFolderWatcher } from "./watch-folders.ts";
import { watchedPlaces } from "./watched-places.ts";
import type { WatchedPlaces } from "./watched-places.ts";

/** What a command does while it watches. */
export interface Watching {
  /** One run. */
  round(input: RoundInput): Promise<unknown>;
  /** What can wait until nobody waits for it, so that the next round need not do it. What it names has changed. */
  rest?(input: Pick<RoundInput, "place" | "cache">): Promise<readonly string[]>;
}

export interface RoundInput {
  readonly place: ProjectPlace;
  readonly cache: Cache;
  readonly host: Host;
  /** Paths from the root of the project; undefined in the first round. */
  readonly changes: readonly string[] | undefined;
}

/**
 * Runs a command now, and again whenever a contract, a template or the configuration changes, until the host is
 * interrupted. What is wrong with any of them is said, and waits for the next change.
 */
export async function watchProject(
  host: Host,
  config: string | undefined,
  { round, rest }: Watching,
): Promise<ExitCode> {
  const first = await findProject(host.cwd, config);
  const cache = openCache(first);
  const queue = createQueue();
  const watcher = createFolderWatcher(first.root, queue.add);
  void host.interrupted().then(() => queue.close());
  let places = placesOf(first) ?? watchedPlaces(first.configFile, undefined);
  watcher.watch(places);
  let changes: readonly string[] | undefined;
  do {
    const place = await runRound(host, { config, cache, round, changes });
    places = (place && placesOf(place)) ?? places;
    watcher.watch(places).forEach(queue.add);
    const resting = place && rest && startRest(() => rest({ place, cache }), queue.add);
    changes = await queue.next();
    await resting?.end();
  } while (changes);
  watcher.close();
  await cache.save();
  return exitCodes.clean;
}

/** After this, files that a round wrote cannot change without looking different, and people look at what it said. */
const restMs = 100;

/** Does it unless the next change comes first. `end` waits for what has begun. */
function startRest(
  rest: () => Promise<readonly string[]>,
  report: (path: string) => void,
): { end(): Promise<void> } {
  let done: Promise<unknown> = Promise.resolve();
  const timer = setTimeout(() => {
    // What goes wrong now goes wrong again in the next round, and is said there.
    done = rest().then(
      (changed) => changed.forEach((path) => report(path)),
      () => undefined,
    );
  }, restMs);
  return {
    async end() {
      clearTimeout(timer);
      await done;
    },
  };
}

interface RoundOptions extends Pick<RoundInput, "cache" | "changes">, Pick<Watching, "round"> {
  readonly config: string | undefined;
}

/** The project, unless it is not there for the moment. */
async function runRound(
  host: Host,
  { config, cache, round, changes }: RoundOptions,
): Promise<ProjectPlace | undefined> {
  const start = host.elapsedMs();
  if (changes) host.out(`\nchanged: ${changes.join(", ")}`);
  try {
    const place = await findProject(host.cwd, config);
    const inRound = { ...host, elapsedMs: () => host.elapsedMs() - start };
    await round({ place, cache, host: inRound, changes });
    return place;
  } catch (error) {
    explainError(error, host);
    return undefined;
  } finally {
    host.out("watching for changes; stop with Ctrl-C");
  }
}

/** Undefined while the configuration has errors: then the last one counts. */
function placesOf({ configFile, configText }: ProjectPlace): WatchedPlaces | undefined {
  const { config } = readConfig({ path: configFile, text: configText });
  return config && watchedPlaces(configFile, config);
}
