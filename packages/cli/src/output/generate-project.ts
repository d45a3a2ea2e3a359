import type { Diagnostic, SourceText } from "@proviso/compiler";
import { loadFormatter } from "@proviso/emitters";
import type { Cache } from "../cache/cache.ts";
import type { Disk } from "../cache/disk.ts";
import { writeKeptEmission } from "../cache/kept-emission.ts";
import { forgetLeft, seenOf, writeLastRun } from "../cache/last-run.ts";
import { inputLooks, inputState, outputLooks, there } from "../cache/project-state.ts";
import type { State, Watched } from "../cache/project-state.ts";
import type { ProjectPlace } from "../project/find-project.ts";
import { readProject } from "../project/read-project.ts";
import { isAsRead, watchedByGenerate } from "../cache/watched.ts";
import { makeFromScratch, makeProject } from "./make-project.ts";
import { isSo, readOutputs } from "./outputs.ts";
import type { Outputs } from "./outputs.ts";
import { planProject } from "./plan-project.ts";
import type { OutputPlan } from "./plan-project.ts";
import { targetsOf } from "./targets.ts";
import { applyChanges, removeFiles } from "./transaction.ts";

export interface GenerateResult {
  /** Absent if the contracts or the configuration have errors. */
  readonly plan?: Omit<OutputPlan, "leaves">;
  readonly diagnostics: readonly Diagnostic[];
  /** For showing the diagnostics. */
  readonly texts: readonly SourceText[];
}

export interface GenerateOptions {
  readonly isDryRun: boolean;
  /** Whether to use nothing of earlier runs. */
  readonly isFromScratch: boolean;
  readonly cache: Cache;
  readonly disk: Disk;
  /** What is known to be in the output folders; without it, they are read. */
  readonly outputs?: Outputs | undefined;
  /** Whether nobody has looked yet if it is so: then what is about to change is looked at before anything is written. */
  readonly isBelieved?: boolean;
  progress(text: string): void;
}

/** Compiles and emits what is new, and unless it is a dry run brings the disk up to date. */
export async function generateProject(
  place: ProjectPlace,
  options: GenerateOptions,
): Promise<GenerateResult> {
  const { isDryRun, isFromScratch, cache, disk, isBelieved = false, progress } = options;
  progress("reading contracts");
  loadFormatter();
  const project = await readProject(place, disk);
  const { config, texts } = project;
  if (!config) return { diagnostics: project.diagnostics, texts };
  const watched = await watchedByGenerate(place, config);
  const inputs = await inputState(watched, disk);
  const targets = targetsOf(project, config, await disk.runtimeVersions(watched.workspaceGlobs));
  const outputs = options.outputs ?? readOutputs(disk);
  const make = isFromScratch ? makeFromScratch : makeProject;
  const { emission, diagnostics } = await make({ cache, project, config, targets, outputs, progress });
  if (!emission) return { diagnostics, texts };
  progress("comparing with the disk");
  const plan = planProject(emission.folders, outputs);
  const folders = [...plan.leaves.keys()];
  if (isBelieved && !plan.changes.every(({ path }) => isSo(outputs, folders, path, disk)))
    return generateProject(place, { ...options, outputs: undefined, isBelieved: false });
  if (!isDryRun && plan.problems.length === 0) {
    progress("writing");
    await applyChanges(place.root, plan.changes);
    await removeFiles(place.root, plan.leftovers);
    writeKeptEmission(cache, targets, emission.kept);
    if (isAsRead(inputs, project, config))
      await remember({ watched, inputs, plan, diagnostics, texts }, { cache, disk, isBelieved });
    else forgetLeft(cache);
  }
  return { plan, diagnostics, texts };
}

interface FinishedRun extends Required<Omit<GenerateResult, "plan">> {
  readonly watched: Watched;
  readonly inputs: State;
  readonly plan: OutputPlan;
}

/** As the disk should be now. If it is not, because something is beside our files, the next run looks at everything. */
async function remember(
  { watched, inputs, plan, diagnostics, texts }: FinishedRun,
  { cache, disk, isBelieved }: Pick<GenerateOptions, "cache" | "disk" | "isBelieved">,
): Promise<void> {
  const written = new Set(plan.changes.map(({ path }) => path));
  const total = [...plan.leaves.values()].reduce((sum, { size }) => sum + size, 0);
  const stubs = watched.handlers.flatMap((folder) =>
    [...(plan.leaves.get(folder)?.keys() ?? [])].map((path) => `${folder}/${path}`),
  );
  const isAsPlanned = plan.drift.every(({ kind }) => kind !== "extra");
  // After a run that wrote most of it, there is little to know by its looks.
  const isKnown = isAsPlanned && !isBelieved && written.size < total / 2;
  const looks = {
    inputs: await inputLooks(watched, disk),
    outputs: isKnown ? outputLooks(watched, stubs, disk, written) : undefined,
    fresh: isKnown ? statesOf(written, plan) : new Map<string, string>(),
  };
  const shown = new Set(
    diagnostics.filter(({ severity }) => severity !== "info").map(({ span }) => span.file),
  );
  const last = {
    watched,
    inputs,
    seen: seenOf(inputs, disk),
    stubs,
    unchanged: total,
    diagnostics,
    texts: texts.filter(({ path }) => shown.has(path)),
    looks,
  };
  writeLastRun(cache, last, plan.leaves);
}

function statesOf(paths: ReadonlySet<string>, { leaves }: OutputPlan): State {
  const states = [...leaves].flatMap(([folder, files]) =>
    [...paths].flatMap((path) => {
      const state = path.startsWith(`${folder}/`) ? files.get(path.slice(folder.length + 1)) : undefined;
      return state === undefined || state === there ? [] : [[path, state] as const];
    }),
  );
  return new Map(states);
}
