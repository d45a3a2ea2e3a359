import { type Diagnostic, type SourceText, compileContracts } from "@proviso/compiler";
import { loadFormatter } from "@proviso/emitters";
import type { Config } from "../config/config.ts";
import type { Disk, StampedDisk } from "../incremental/stamped-disk.ts";
import { isAboutChange, withChangedKeys } from "../project/changed-keys.ts";
import { writeLastRun } from "../incremental/last-run.ts";
import { openMemo, scratchMemo } from "../incremental/memo.ts";
import { type DiskQuestion, recordedDisk, stateOf } from "../incremental/state.ts";
import type { RunStore } from "../incremental/store.ts";
import { compileOptions } from "../project/compile-project.ts";
import { lockFileOf } from "@proviso/changes/lock";
import { type LockHistory, readHistory } from "./read-history.ts";
import type { ProjectPlace } from "../disk/find-project.ts";
import { type Project, readProject } from "../project/read-project.ts";
import { workspaceGlobs } from "../project/workspace-globs.ts";
import { missingHandlers, type MissingHandler } from "../project/missing-handlers.ts";
import { type EmittedProject, emitProject } from "./emit-project.ts";
import { type OutputUpdate, compareProject } from "./compare-project.ts";
import { type Outputs, readOutputs } from "./read-folder.ts";
import { type OutputTarget, targetsOf } from "./targets.ts";
import { applyChanges, removeFiles } from "../disk/transaction.ts";

export interface GenerateResult {
  /** Absent if the contracts or the configuration have errors. */
  readonly update?: Omit<OutputUpdate, "leaves">;
  /** The packages that must be installed for generated code in a package that exists; others declare their own. */
  readonly runtimes?: readonly string[];
  /** Handlers without which the project does not compile. */
  readonly missing?: readonly MissingHandler[];
  readonly diagnostics: readonly Diagnostic[];
  /** For showing the diagnostics. */
  readonly texts: readonly SourceText[];
}

export interface GenerateOptions {
  readonly isDryRun: boolean;
  /** Whether to ignore the cache, and not to write it. */
  readonly isFromScratch: boolean;
  readonly store: RunStore;
  readonly disk: StampedDisk;
  progress(text: string): void;
}

/** What the next run reports again if nothing has changed. */
export interface GenerateReport extends Omit<GenerateResult, "update"> {
  readonly unchanged: number;
}

/** Compiles and emits what has changed, and updates the files on disk unless it only checks them. */
export async function generateProject(
  place: ProjectPlace,
  options: GenerateOptions,
): Promise<GenerateResult> {
  const { isDryRun, disk, store, progress } = options;
  progress("reading contracts");
  loadFormatter();
  const asked = new Set<DiskQuestion>();
  const recorded = recordedDisk(disk, asked);
  const project = await readProject(place, recorded);
  const { config, texts } = project;
  if (!config) return { diagnostics: project.diagnostics, texts };
  const globs = workspaceGlobs(recorded);
  const versions = await recorded.runtimeVersions(globs);
  const targets = targetsOf(project, config, recorded, versions, globs.length > 0);
  const outputs = readOutputs(disk);
  const runtimes =
    config.layout === "folders" ? targets.flatMap(({ emitter: { runtime } }) => runtime ?? []) : [];
  const lock = readHistory(lockFileOf(place.configFile), targets, recorded);
  if (lock.diagnostics.length > 0) return lock;
  const { folders, outlines, diagnostics } = await makeOutputs(
    { ...project, config },
    { targets, outputs, recorded, history: lock.history },
    options,
  );
  if (!folders || !outlines) return { diagnostics, texts };
  progress("comparing with the disk");
  const update = compareProject(folders, outputs);
  const handlers = config.handlers?.value;
  // The files of handlers that `generate` has not written yet are stubs.
  const missing = (handlers === undefined ? [] : missingHandlers(place.root, handlers, outlines)).filter(
    ({ kind }) => kind === "handler",
  );
  if (!isDryRun && update.problems.length === 0) {
    progress("writing");
    await applyChanges(place.root, update.changes);
    await removeFiles(place.root, update.leftovers);
    // The state contains only expected files, so that the next run reports an extra file again.
    const state = new Map([...(await stateOf(asked, disk)), ...update.leaves]);
    const questions = [...asked, ...targets.flatMap((target) => questionsAbout(target, update))];
    const lasting = diagnostics.filter((each) => !isAboutChange(each));
    const report = {
      runtimes,
      unchanged: update.leaves.size,
      diagnostics: lasting,
      texts: shownTexts(lasting, texts),
    };
    // Handlers are no part of a run's state, so one that lacks some is made again.
    if (missing.length === 0)
      writeLastRun<GenerateReport>(store, "generate", { questions, state, report }, disk);
  }
  return { update, runtimes, missing, diagnostics, texts };
}

/** Without folders and outlines if the contracts have errors. */
interface MadeOutputs extends Partial<EmittedProject> {
  readonly diagnostics: readonly Diagnostic[];
}

/** What a run depends on besides the contracts. */
interface RunContext {
  readonly targets: readonly OutputTarget[];
  readonly outputs: Outputs;
  readonly recorded: Disk;
  readonly history: LockHistory["history"];
}

async function makeOutputs(
  { config, contracts: sources }: Project & { readonly config: Config },
  { targets, outputs, recorded, history }: RunContext,
  { isFromScratch, store, progress }: GenerateOptions,
): Promise<MadeOutputs> {
  progress("compiling");
  const memo = isFromScratch ? scratchMemo() : openMemo(store);
  const compiled = compileContracts(sources, compileOptions(config), memo);
  const { contracts } = compiled;
  const diagnostics = withChangedKeys(compiled, config, { disk: recorded, known: memo.table("keys") });
  if (diagnostics.some(({ severity }) => severity === "error")) {
    memo.save();
    return { diagnostics };
  }
  const made = await emitProject(contracts, targets, {
    memo,
    // Kept for speed: without it, each run that emits something loads ts-morph (120 ms, a third of an edit's time).
    shapes: memo.table("shapes"),
    outputs,
    history,
    progress,
  });
  memo.forgetOthers(sources.map(({ path }) => path));
  memo.save();
  return { diagnostics, ...made };
}

/** What the next run has to ask about a folder. */
function questionsAbout(
  { folder, isWrittenOnce }: OutputTarget,
  { leaves }: OutputUpdate,
): readonly DiskQuestion[] {
  if (!isWrittenOnce) return [`folder ${folder}`];
  const stubs = [...leaves.keys()].filter((path) => path.startsWith(`${folder}/`));
  return [`links ${folder}`, ...stubs.map((path): DiskQuestion => `there ${path}`)];
}

/** The sources of the findings that are printed; notes are not. */
function shownTexts(diagnostics: readonly Diagnostic[], texts: readonly SourceText[]): readonly SourceText[] {
  const shown = diagnostics.filter(({ severity }) => severity !== "info");
  const paths = new Set(shown.map(({ span }) => span.file));
  return texts.filter(({ path }) => paths.has(path));
}
