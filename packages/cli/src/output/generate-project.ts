import type { Diagnostic, SourceText } from "@proviso/compiler";
import type { Belief } from "../cache/belief.ts";
import type { Cache } from "../cache/cache.ts";
import type { FileHashes } from "../cache/file-hashes.ts";
import { writeKeptEmission } from "../cache/kept-emission.ts";
import { forgetOutputs, writeLastRun } from "../cache/last-run.ts";
import { inputState, there } from "../cache/project-state.ts";
import type { State, Watched } from "../cache/project-state.ts";
import type { ProjectPlace } from "../project/find-project.ts";
import { readProject } from "../project/read-project.ts";
import { isAsRead, watchedByGenerate } from "../cache/watched.ts";
import { makeFromScratch, makeProject } from "./make-project.ts";
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
  readonly hashes: FileHashes;
  /** To go by instead, as far as it holds. */
  readonly belief?: Belief | undefined;
  progress(text: string): void;
}

/** Compiles and emits what is new, and unless it is a dry run brings the disk up to date. */
export async function generateProject(
  place: ProjectPlace,
  options: GenerateOptions,
): Promise<GenerateResult> {
  const { isDryRun, isFromScratch, cache, belief, progress } = options;
  const hashes = belief?.hashes ?? options.hashes;
  progress("reading contracts");
  const project = await readProject(place);
  const { config, texts } = project;
  if (!config) return { diagnostics: project.diagnostics, texts };
  const watched = await watchedByGenerate(place, config);
  const inputs = await inputState(place.root, watched, hashes);
  const targets = await targetsOf(project, config, watched.workspaceGlobs);
  const make = isFromScratch ? makeFromScratch : makeProject;
  const { emission, diagnostics } = await make({ cache, project, config, targets, hashes, progress });
  if (!emission) return { diagnostics, texts };
  progress("comparing with the disk");
  const plan = planProject(place.root, emission.folders, hashes);
  if (belief && !belief.holdsOf(plan.changes.map(({ path }) => path)))
    return generateProject(place, { ...options, belief: undefined });
  if (!isDryRun && plan.problems.length === 0) {
    progress("writing");
    await applyChanges(place.root, plan.changes);
    await removeFiles(place.root, plan.leftovers);
    writeKeptEmission(cache, targets, emission.kept);
    if (isAsRead(inputs, project, config)) remember(cache, { watched, inputs, plan, diagnostics, texts });
    else forgetOutputs(cache);
  }
  return { plan, diagnostics, texts };
}

interface FinishedRun extends Required<Omit<GenerateResult, "plan">> {
  readonly watched: Watched;
  readonly inputs: State;
  readonly plan: OutputPlan;
}

/** As the disk should be now: if it is not, because of something beside our files, the next run looks at everything. */
function remember(cache: Cache, run: FinishedRun): void {
  const { watched, inputs, plan, diagnostics, texts } = run;
  const shown = new Set(
    diagnostics.filter(({ severity }) => severity !== "info").map(({ span }) => span.file),
  );
  const last = {
    watched,
    inputs,
    stubs: [...plan.leaves].flatMap(([path, state]) => (state === there ? [path] : [])),
    unchanged: plan.leaves.size,
    diagnostics,
    texts: texts.filter(({ path }) => shown.has(path)),
  };
  writeLastRun(cache, last, plan.leaves);
}
