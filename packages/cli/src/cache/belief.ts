import { linksOnTheWay } from "../output/list-folder.ts";
import type { ProjectPlace } from "../project/find-project.ts";
import type { Cache } from "./cache.ts";
import type { FileHashes } from "./file-hashes.ts";
import { readLastRun, readOutputs } from "./last-run.ts";

/** That the output is as the last run left it: so it is nearly always, and to look at all of it takes long. */
export interface Belief {
  /** What is on disk, by it; of everything but the output, by looking. */
  readonly hashes: FileHashes;
  /** Whether these files are as it says, by looking, and no link is on the way to them. */
  holdsOf(paths: readonly string[]): boolean;
}

/** Undefined where no run is known. Whoever acts on it looks first at what it is about to change, and at the rest later. */
export function believeLastRun({ root }: ProjectPlace, cache: Cache, disk: FileHashes): Belief | undefined {
  const lastRun = readLastRun(cache);
  const outputs = lastRun && readOutputs(cache, lastRun);
  if (!lastRun || !outputs) return undefined;
  const folders = new Map(lastRun.watched.outputs.map((folder) => [folder, pathsIn(folder, outputs.keys())]));
  const of = (path: string): string | undefined => outputs.get(path) ?? disk.of(path);
  const hashes: FileHashes = {
    ...disk,
    of,
    list(folder) {
      const paths = folders.get(folder);
      return paths ? { paths, links: [], leftovers: [] } : disk.list(folder);
    },
  };
  const holds = (path: string): boolean =>
    of(path) === disk.of(path) && linksOnTheWay(root, path).length === 0;
  return { hashes, holdsOf: (paths) => paths.every(holds) };
}

function pathsIn(folder: string, paths: Iterable<string>): readonly string[] {
  return [...paths].flatMap((path) => (path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : []));
}
