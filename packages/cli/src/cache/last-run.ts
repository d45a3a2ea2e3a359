import type { Diagnostic, SourceText } from "@proviso/compiler";
import type { ProjectPlace } from "../project/find-project.ts";
import type { Cache } from "./cache.ts";
import { hashText } from "./file-hashes.ts";
import type { FileHashes } from "./file-hashes.ts";
import { changedNames, glanceAt, inputState, outputState } from "./project-state.ts";
import type { State, Watched } from "./project-state.ts";

/** A run that left everything up to date: what it saw, and what it said. */
export interface LastRun {
  readonly format: typeof format;
  readonly watched: Watched;
  readonly inputs: State;
  readonly stubs: readonly string[];
  readonly unchanged: number;
  readonly diagnostics: readonly Diagnostic[];
  /** For showing those diagnostics that are shown: none for notes. */
  readonly texts: readonly SourceText[];
  /** Of all that it saw; absent until everything looks settled. */
  readonly glance?: string;
}

/** Name and state of each file, one after the other. */
type Left = readonly string[];

/** What it left on disk, apart from the rest: while everything looks as it did, nobody needs it. */
interface LastOutputs {
  /** Of the inputs that these are the outputs of. */
  readonly inputs: string;
  readonly outputs: Left;
}

const format = 4;
const name = "generate";
const outputsName = "outputs";

/** Undefined if there was none, or none that this proviso can read. */
export function readLastRun(cache: Cache): LastRun | undefined {
  const run = cache.read<LastRun>(name);
  return run?.format === format ? run : undefined;
}

export interface Changes {
  /** What is different now, by name; nothing if a run would do and say the same again. */
  readonly names: readonly string[];
  /** Of these, what is in the output. */
  readonly outputs: readonly string[];
  /** How everything looks, if that is settled. */
  readonly glance: string | undefined;
}

export async function changesSince(
  run: LastRun,
  { root }: ProjectPlace,
  { cache, hashes }: { readonly cache: Cache; readonly hashes: FileHashes },
): Promise<Changes> {
  const { watched, stubs } = run;
  const glance = await glanceAt(root, watched, stubs, hashes);
  if (glance !== undefined && glance === run.glance) return { names: [], outputs: [], glance };
  const inputs = changedNames(run.inputs, await inputState(root, watched, hashes));
  const left = readOutputs(cache, run) ?? new Map();
  const outputs = changedNames(left, outputState(root, watched, stubs, hashes));
  return { names: [...inputs, ...outputs], outputs, glance };
}

/** What the run left on disk; undefined if what is kept is another run's. */
export function readOutputs(cache: Cache, { inputs }: LastRun): State | undefined {
  const last = cache.read<LastOutputs>(outputsName);
  if (last?.inputs !== hashOf(inputs)) return undefined;
  const before = statesBefore.get(last.outputs);
  if (before) return before;
  const entries = new Map<string, string>();
  for (let at = 0; at + 1 < last.outputs.length; at += 2)
    entries.set(last.outputs[at] ?? "", last.outputs[at + 1] ?? "");
  return entries;
}

/** Of what was kept before: a process that goes on need not go through it again. */
const statesBefore = new WeakMap<Left, State>();

/** Of what is on disk now, no run is known to have left it. */
export function forgetOutputs(cache: Cache): void {
  const nothing: LastOutputs = { inputs: "", outputs: [] };
  cache.write(outputsName, nothing);
}

export function writeLastRun(cache: Cache, run: Omit<LastRun, "format">, outputs: State): void {
  cache.write(name, { format, ...run });
  const left: LastOutputs = { inputs: hashOf(run.inputs), outputs: [...outputs].flat() };
  statesBefore.set(left.outputs, outputs);
  cache.write(outputsName, left);
}

/** What the last run saw is still so, and looks like this. */
export function confirmLastRun(cache: Cache, run: LastRun, glance: string | undefined): void {
  if (glance !== undefined && glance !== run.glance) cache.write(name, { ...run, glance });
}

function hashOf(inputs: State): string {
  return hashText(JSON.stringify([...inputs]));
}
