import type { Diagnostic, SourceText } from "@proviso/compiler";
import type { Cache } from "./cache.ts";
import type { Disk, Seen } from "./disk.ts";
import { hashText } from "./hash-text.ts";
import { changedNames, inputLooks, inputState, outputLooks, outputState, toolName } from "./project-state.ts";
import type { State, Watched } from "./project-state.ts";
import { toolIdentity } from "./tool-identity.ts";

/** A run that left everything up to date: what it saw, and what it said. */
export interface LastRun {
  readonly format: typeof format;
  readonly watched: Watched;
  readonly inputs: State;
  /** Of the inputs. */
  readonly seen: Seen;
  readonly stubs: readonly string[];
  readonly unchanged: number;
  readonly diagnostics: readonly Diagnostic[];
  /** For showing those diagnostics that are shown: none for notes. */
  readonly texts: readonly SourceText[];
  /** How everything looks, as far as that is settled. */
  readonly looks: Looks;
}

export interface Looks {
  readonly inputs: string | undefined;
  /** Of all but the fresh ones. */
  readonly outputs: string | undefined;
  /** Files that were written too lately to be known by their looks: path to hash. */
  readonly fresh: State;
}

/** What a run left in its output folders: folder to path in it to hash, or to `there` where any text will do. */
export type Left = ReadonlyMap<string, State>;

/** Apart from the rest: where nothing changed, nobody needs it. */
interface LastLeft {
  /** Of the inputs that this was made of. */
  readonly inputs: string;
  readonly left: Left;
}

const format = 9;
const name = "generate";
const leftName = "outputs";
const nothing: State = new Map();

/** Undefined if there was none, or none that this proviso can read. */
export function readLastRun(cache: Cache): LastRun | undefined {
  const run = cache.read<LastRun>(name);
  return run?.format === format ? run : undefined;
}

/** What that run saw, if it was one of this very proviso: another may search and read in other ways. */
export function readSeen(cache: Cache): Seen | undefined {
  const run = readLastRun(cache);
  return run?.inputs.get(toolName) === toolIdentity() ? run?.seen : undefined;
}

/** What a run saw of its inputs. */
export function seenOf(inputs: State, { seen }: Disk): Seen {
  const entries = [...seen.entries].filter(([path]) => inputs.has(path));
  return { entries: new Map(entries), searches: seen.searches };
}

/** What is not as a run saw it, by name, and how all of it looks. */
export interface Since {
  readonly names: readonly string[];
  readonly looks: string | undefined;
}

export async function inputsSince({ watched, inputs, looks }: LastRun, disk: Disk): Promise<Since> {
  const found = await inputLooks(watched, disk);
  const isSame = found !== undefined && found === looks.inputs;
  return { names: isSame ? [] : changedNames(inputs, await inputState(watched, disk)), looks: found };
}

export function outputsSince(run: LastRun, cache: Cache, disk: Disk): Since {
  const { watched, stubs, looks } = run;
  const found = outputLooks(watched, stubs, disk, looks.fresh);
  const isSame = found !== undefined && found === looks.outputs;
  if (isSame && [...looks.fresh].every(([path, hash]) => disk.hashOf(path) === hash))
    return { names: [], looks: found };
  return {
    names: changedNames(namesOf(readLeft(cache, run)), outputState(watched, stubs, disk)),
    looks: found,
  };
}

function namesOf(left: Left = new Map()): State {
  const states = [...left].map(([folder, files]) =>
    [...files].map(([path, state]) => [`${folder}/${path}`, state] as const),
  );
  return new Map(states.flat());
}

/** What the run left; undefined if what is kept is another run's. */
export function readLeft(cache: Cache, { inputs }: LastRun): Left | undefined {
  const last = cache.read<LastLeft>(leftName);
  return last?.inputs === hashOf(inputs) ? last.left : undefined;
}

/** Of what is on disk now, no run is known to have left it. */
export function forgetLeft(cache: Cache): void {
  const last: LastLeft = { inputs: "", left: new Map() };
  cache.write(leftName, last);
}

export function writeLastRun(cache: Cache, run: Omit<LastRun, "format">, left: Left): void {
  cache.write(name, { format, ...run });
  const last: LastLeft = { inputs: hashOf(run.inputs), left };
  cache.write(leftName, last);
}

/** Everything is still as that run saw it: if it now looks settled, later ones see that at a glance. */
export function confirmLastRun(
  cache: Cache,
  run: LastRun,
  { inputs, outputs, disk }: { readonly inputs: Since; readonly outputs: Since; readonly disk: Disk },
): void {
  const { watched, stubs, looks } = run;
  const isSame = looks.inputs === inputs.looks && looks.outputs === outputs.looks && looks.fresh.size === 0;
  const isSettled = [...run.seen.searches.values()].every(({ folders }) => folders);
  if (isSame && isSettled) return;
  const whole: Looks = {
    inputs: inputs.looks,
    outputs: outputLooks(watched, stubs, disk, nothing),
    fresh: nothing,
  };
  if (whole.inputs !== undefined && whole.outputs !== undefined)
    cache.write(name, { ...run, seen: merge(run.seen, seenOf(run.inputs, disk)), looks: whole });
}

function merge(before: Seen, now: Seen): Seen {
  return { ...now, entries: new Map([...before.entries, ...now.entries]) };
}

function hashOf(inputs: State): string {
  return hashText(JSON.stringify([...inputs]));
}
