import type { ContractModel } from "@proviso/compiler";
import type { PrintedFiles } from "@proviso/emitters";
import type { Config } from "../config/config.ts";
import { ownVersion } from "../own-version.ts";
import type { Project } from "../project/read-project.ts";
import { runtimeVersions } from "../project/runtime-versions.ts";
import { workspaceGlobs } from "../project/workspace-globs.ts";
import { emitOutputs, emitStubs, unsafePaths } from "./emit-outputs.ts";
import type { EmittedFolder } from "./emit-outputs.ts";
import { planOutput, planStubs } from "./plan.ts";
import type { Drift, FolderPlan } from "./plan.ts";
import { readFolder } from "./read-folder.ts";
import type { FolderState } from "./read-folder.ts";
import { printRecord, recordName, recordOf } from "./record.ts";
import type { FileChange } from "./transaction.ts";

/** What has to happen to bring the project's output up to date. */
export interface OutputPlan {
  readonly changes: readonly FileChange[];
  readonly drift: readonly Drift[];
  readonly unchanged: number;
  /** What a run that was killed left behind. */
  readonly leftovers: readonly string[];
  /** What the output folders hold once the changes are made: path from the root to text. */
  readonly outputs: ReadonlyMap<string, string>;
  /** Handlers that there must be; what is in them is their author's. */
  readonly stubs: readonly string[];
  /** Why nothing may be written, in words. */
  readonly problems: readonly string[];
}

export interface PlanOptions {
  readonly config: Config;
  readonly printed: PrintedFiles;
  progress(text: string): void;
}

/** Emits everything and compares it with the disk; writes nothing. */
export async function planProject(
  model: ContractModel,
  { root, templates }: Project,
  { config, printed, progress }: PlanOptions,
): Promise<OutputPlan> {
  const versions = await runtimeVersions(root, await workspaceGlobs(root), ownVersion);
  const context = { root, config, templates, runtimeVersions: versions, printed, progress };
  const outputs = await emitOutputs(model, context);
  const stubs = await emitStubs(model, context);
  progress("comparing with the disk");
  const plans = await Promise.all([
    ...outputs.map((output) => planFolder(root, output, planOutput)),
    ...(stubs ? [planFolder(root, stubs, planStubs)] : []),
  ]);
  return {
    outputs: new Map(outputs.flatMap(outputTexts)),
    stubs: (stubs?.files ?? []).map(({ path }) => `${stubs?.folder}/${path}`),
    changes: plans.flatMap(({ changes }) => changes),
    drift: plans.flatMap(({ drift }) => drift),
    unchanged: plans.reduce((sum, plan) => sum + plan.unchanged, 0),
    leftovers: plans.flatMap(({ leftovers }) => leftovers),
    problems: plans.flatMap(({ problems }) => problems),
  };
}

/** With the record, which goes with the files. */
function outputTexts({ folder, files }: EmittedFolder): readonly (readonly [string, string])[] {
  const record = printRecord(recordOf(files));
  return [...files, { path: recordName, text: record }].map(({ path, text }) => [`${folder}/${path}`, text]);
}

type PlannedFolder = Omit<OutputPlan, "outputs" | "stubs">;

async function planFolder(
  root: string,
  wanted: EmittedFolder,
  plan: (wanted: EmittedFolder, disk: FolderState) => FolderPlan,
): Promise<PlannedFolder> {
  const disk = await readFolder(root, wanted.folder);
  const planned = plan(wanted, disk);
  const foreign = planned.drift.filter(({ kind }) => kind === "foreign").map(({ path }) => path);
  const problems = [
    ...unsafePaths(wanted),
    ...disk.links.map((path) => `${path} is a symbolic link; proviso writes only to real folders and files`),
    ...foreign.map((path) => `${path} was not written by proviso; move it away, or choose another folder`),
  ];
  return { ...planned, leftovers: disk.leftovers, problems };
}
