import type { Diagnostic, SourceText } from "@proviso/compiler";
import type { ProjectPlace } from "../project/find-project.ts";
import type { Cache } from "./cache.ts";
import type { FileHashes } from "./file-hashes.ts";
import { changedNames, inputState, outputState } from "./project-state.ts";
import type { State, Watched } from "./project-state.ts";

/** A run that left everything up to date: what it saw, and what it said. */
export interface LastRun {
  readonly format: typeof format;
  readonly watched: Watched;
  readonly inputs: State;
  readonly outputs: State;
  readonly stubs: readonly string[];
  readonly unchanged: number;
  readonly diagnostics: readonly Diagnostic[];
  /** For showing those diagnostics that are shown: none for notes. */
  readonly texts: readonly SourceText[];
}

const format = 2;
const name = "generate";

/** Undefined if there was none, or none that this proviso can read. */
export async function readLastRun(cache: Cache): Promise<LastRun | undefined> {
  const run = await cache.read<LastRun>(name);
  return run?.format === format ? run : undefined;
}

/** What is different now, by name; nothing if a run would do and say the same again. */
export async function changesSince(
  run: LastRun,
  { root }: ProjectPlace,
  hashes: FileHashes,
): Promise<readonly string[]> {
  const inputs = await inputState(root, run.watched, hashes);
  const outputs = await outputState(root, run.watched, run.stubs, hashes);
  return [...changedNames(run.inputs, inputs), ...changedNames(run.outputs, outputs)];
}

export function writeLastRun(cache: Cache, run: Omit<LastRun, "format">): void {
  cache.write(name, { format, ...run });
}
