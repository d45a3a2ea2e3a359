import type { FileHashes } from "../cache/file-hashes.ts";
import type { State } from "../cache/project-state.ts";
import { unsafePaths } from "./emit-project.ts";
import type { EmittedFolder } from "./emit-project.ts";
import { planOutput, planStubs } from "./plan.ts";
import type { Drift, FolderPlan } from "./plan.ts";
import { readFolder } from "./read-folder.ts";
import type { FileChange } from "./transaction.ts";

/** What has to happen to bring the project's output up to date. */
export interface OutputPlan {
  readonly changes: readonly FileChange[];
  readonly drift: readonly Drift[];
  readonly unchanged: number;
  /** What a run that was killed left behind. */
  readonly leftovers: readonly string[];
  /** Why nothing may be written, in words. */
  readonly problems: readonly string[];
  /** What the folders hold once the changes are made. */
  readonly leaves: State;
}

/** Compares what was emitted with the disk; writes nothing. */
export function planProject(root: string, emitted: readonly EmittedFolder[], hashes: FileHashes): OutputPlan {
  const plans = emitted.map((each) => planFolder(root, each, hashes));
  return {
    changes: plans.flatMap(({ changes }) => changes),
    drift: plans.flatMap(({ drift }) => drift),
    unchanged: plans.reduce((sum, plan) => sum + plan.unchanged, 0),
    leftovers: plans.flatMap(({ leftovers }) => leftovers),
    problems: plans.flatMap(({ problems }) => problems),
    leaves: new Map(plans.flatMap(({ leaves }) => leaves)),
  };
}

function planFolder(
  root: string,
  wanted: EmittedFolder,
  hashes: FileHashes,
): FolderPlan & Pick<OutputPlan, "leftovers" | "problems"> {
  const { folder, isWrittenOnce } = wanted.target;
  const disk = readFolder(root, folder, hashes);
  const planned = isWrittenOnce ? planStubs(wanted, disk) : planOutput(wanted, disk);
  const foreign = planned.drift.filter(({ kind }) => kind === "foreign").map(({ path }) => path);
  const problems = [
    ...unsafePaths(wanted),
    ...disk.links.map((path) => `${path} is a symbolic link; proviso writes only to real folders and files`),
    ...foreign.map((path) => `${path} was not written by proviso; move it away, or choose another folder`),
  ];
  return { ...planned, leftovers: disk.leftovers, problems };
}
