import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import type { Diagnostic, SourceText } from "@proviso/compiler";
import type { ProjectPlace } from "../project/find-project.ts";
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
  /** For showing the diagnostics; none without them. */
  readonly texts: readonly SourceText[];
}

const format = 1;

/** In `node_modules`, which no clone carries and every installation may clear. */
function fileOf({ root, configFile }: ProjectPlace): string {
  return join(root, "node_modules", ".cache", "proviso", `generate-${configFile}.json`);
}

/** Undefined if there was none, or none that this proviso can read. */
export async function readLastRun(place: ProjectPlace): Promise<LastRun | undefined> {
  try {
    const run = JSON.parse(await readFile(fileOf(place), "utf8")) as LastRun;
    return run.format === format ? run : undefined;
  } catch {
    return undefined;
  }
}

/** What is different now, by name; nothing if a run would do and say the same again. */
export async function changesSince(run: LastRun, { root }: ProjectPlace): Promise<readonly string[]> {
  const inputs = await inputState(root, run.watched);
  const outputs = await outputState(root, run.watched, run.stubs);
  return [...changedNames(run.inputs, inputs), ...changedNames(run.outputs, outputs)];
}

/** A disk that takes no cache costs time only. */
export async function writeLastRun(place: ProjectPlace, run: Omit<LastRun, "format">): Promise<void> {
  const file = fileOf(place);
  const temporary = `${file}.${process.pid}`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(temporary, JSON.stringify({ format, ...run }));
    await rename(temporary, file);
  } catch {
    // The next run starts from scratch.
  }
}
