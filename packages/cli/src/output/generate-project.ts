import { compileProject } from "../project/compile-project.ts";
import type { Diagnostic, SourceText } from "@proviso/compiler";
import { writeLastRun } from "../cache/last-run.ts";
import { openPrinted } from "../cache/printed-cache.ts";
import { changedNames, hashOf, inputState, outputState } from "../cache/project-state.ts";
import type { State, Watched } from "../cache/project-state.ts";
import type { Config } from "../config/config.ts";
import type { ProjectPlace } from "../project/find-project.ts";
import { readProject } from "../project/read-project.ts";
import type { Project } from "../project/read-project.ts";
import { workspaceFile, workspaceGlobs } from "../project/workspace-globs.ts";
import { planProject } from "./plan-project.ts";
import type { OutputPlan } from "./plan-project.ts";
import { applyChanges, removeFiles } from "./transaction.ts";

export interface GenerateResult {
  /** Absent if the contracts or the configuration have errors. */
  readonly plan?: Omit<OutputPlan, "outputs" | "stubs">;
  readonly diagnostics: readonly Diagnostic[];
  /** For showing the diagnostics. */
  readonly texts: readonly SourceText[];
}

export interface GenerateOptions {
  readonly isDryRun: boolean;
  /** Whether to use nothing of earlier runs. */
  readonly isFromScratch: boolean;
  progress(text: string): void;
}

/** Compiles and emits everything, and unless it is a dry run brings the disk up to date. */
export async function generateProject(
  place: ProjectPlace,
  { isDryRun, isFromScratch, progress }: GenerateOptions,
): Promise<GenerateResult> {
  progress("reading contracts");
  const project = await readProject(place);
  const { config, texts } = project;
  const watched = config && (await watchedBy(place, config));
  const before = watched && (await inputState(place.root, watched));
  progress("compiling");
  const { model, diagnostics } = compileProject(project);
  if (!model || !config || !watched || !before) return { diagnostics, texts };
  const printed = await openPrinted(place, isFromScratch);
  const plan = await planProject(model, project, { config, printed, progress });
  if (!isDryRun && plan.problems.length === 0) {
    progress("writing");
    await applyChanges(place.root, plan.changes);
    await removeFiles(place.root, plan.leftovers);
    await printed.save();
    if (isAsRead(before, project, config))
      await remember({ place, watched, before, plan, diagnostics, texts });
  }
  return { plan, diagnostics, texts };
}

async function watchedBy({ root, configFile }: ProjectPlace, config: Config): Promise<Watched> {
  return {
    files: [configFile, workspaceFile],
    globs: [...config.contracts.value, ...(config.templates ? [`${config.templates.value}/*.hbs`] : [])],
    workspaceGlobs: await workspaceGlobs(root),
    outputs: config.outputs.map(({ folder }) => folder),
    handlers: config.handlers ? [config.handlers.value] : [],
  };
}

/** False if somebody saved a file while it was being read: then the state says nothing about this run. */
function isAsRead(before: State, { texts, templates }: Project, config: Config): boolean {
  const folder = config.templates?.value;
  const overrides = Object.entries(templates).map(([name, text]) => ({
    path: `${folder}/${name}.hbs`,
    text,
  }));
  return [...texts, ...overrides].every(({ path, text }) => before[path] === hashOf(text));
}

interface FinishedRun extends Required<Omit<GenerateResult, "plan">> {
  readonly place: ProjectPlace;
  readonly watched: Watched;
  readonly before: State;
  readonly plan: OutputPlan;
}

/** Only if the disk is what this run would leave: nothing beside it, and nothing changed meanwhile. */
async function remember({ place, watched, before, plan, diagnostics, texts }: FinishedRun): Promise<void> {
  const inputs = await inputState(place.root, watched);
  const outputs = await outputState(place.root, watched, plan.stubs);
  const wanted = {
    ...Object.fromEntries([...plan.outputs].map(([path, text]) => [path, hashOf(text)])),
    ...Object.fromEntries(plan.stubs.map((path) => [path, "there"])),
  };
  if (changedNames(before, inputs).length > 0 || changedNames(wanted, outputs).length > 0) return;
  const unchanged = plan.outputs.size - watched.outputs.length + plan.stubs.length;
  const shown = diagnostics.length > 0 ? texts : [];
  await writeLastRun(place, {
    watched,
    inputs,
    outputs,
    stubs: plan.stubs,
    unchanged,
    diagnostics,
    texts: shown,
  });
}
