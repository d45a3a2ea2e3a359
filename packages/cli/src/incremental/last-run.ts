import type { Known, Search, StampedDisk } from "./stamped-disk.ts";
import type { Stamp } from "../disk/stamp.ts";
import { type DiskQuestion, type DiskState, changedNames, stateOf, toolName } from "./state.ts";
import type { RunStore } from "./store.ts";
import { toolIdentity } from "./tool-identity.ts";

/** The last run of a command: what it asked the disk, the disk's state after it, its report. */
export interface LastRun<Report> {
  readonly questions: readonly DiskQuestion[];
  readonly state: DiskState;
  readonly report: Report;
  /** Files and searches that need not be read again; absent if another version of proviso ran. */
  readonly known: Known | undefined;
}

/** The stored form: thousands of paths, hashes and stamps as arrays, which are quick to read. */
interface KeptRun<Report> extends Pick<LastRun<Report>, "questions" | "report"> {
  readonly format: typeof lastRunFormat;
  readonly names: readonly string[];
  readonly values: readonly string[];
  /** Four numbers for each name; `NaN` if there is no stamp. */
  readonly stamps: Float64Array;
  readonly searches: ReadonlyMap<string, Search>;
}

const lastRunFormat = 1;

/** Undefined if there was no run, or its record cannot be read. */
export function readLastRun<Report>(store: RunStore, command: string): LastRun<Report> | undefined {
  const kept = store.read<KeptRun<Report>>(command);
  if (kept?.format !== lastRunFormat) return undefined;
  const { questions, report, names: stateNames, values: stateValues } = kept;
  const state = new Map(stateNames.map((name, index) => [name, stateValues[index] ?? ""]));
  const known = state.get(toolName) === toolIdentity() ? knownDiskOf(kept) : undefined;
  return { questions, state, report, known };
}

function knownDiskOf({ names: stateNames, values: stateValues, stamps, searches }: KeptRun<unknown>): Known {
  const indexes = new Map(stateNames.map((name, index) => [name, index]));
  const hashOf = (path: string, stamp: Stamp): string | undefined => {
    const index = indexes.get(path);
    if (index === undefined) return undefined;
    const isSame = stamp.every((each, place) => each === stamps[4 * index + place]);
    return isSame ? stateValues[index] : undefined;
  };
  return { hashOf, searches };
}

/** The names whose state has changed since; without any, another run would report the same. */
export async function changesSince(
  { questions, state }: LastRun<unknown>,
  disk: StampedDisk,
): Promise<readonly string[]> {
  return changedNames(state, await stateOf(questions, disk));
}

/** `state` is the state of the disk after the run. */
export function writeLastRun<Report>(
  store: RunStore,
  command: string,
  { questions, state, report }: Omit<LastRun<Report>, "known">,
  disk: StampedDisk,
): void {
  const [names, values] = [[...state.keys()], [...state.values()]];
  const stamps = new Float64Array(4 * names.length).fill(Number.NaN);
  for (const [index, name] of names.entries()) {
    const file = disk.files.get(name);
    // A file that this run wrote has another hash than the one that it read.
    if (file?.stamp && file.hash === values[index]) stamps.set(file.stamp, 4 * index);
  }
  const { searches } = disk;
  const kept: KeptRun<Report> = { format: lastRunFormat, questions, report, names, values, stamps, searches };
  store.write(command, kept);
}
