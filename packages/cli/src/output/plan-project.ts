import type { State } from "../incremental/state.ts";
import type { EmittedFolder } from "./emit-project.ts";
import { planOutput, planStubs } from "./plan.ts";
import type { Drift, FolderPlan } from "./plan.ts";
import type { Outputs } from "./read-folder.ts";
import type { FileChange } from "../disk/transaction.ts";
import { unsafePaths } from "./unsafe-paths.ts";

/** What has to happen to bring the project's output up to date. */
export interface OutputPlan {
  readonly changes: readonly FileChange[];
  readonly drift: readonly Drift[];
  readonly unchanged: number;
  /** Temporary files of a killed run. */
  readonly leftovers: readonly string[];
  /** Why nothing may be written, as sentences. */
  readonly problems: readonly string[];
  /** The files after the changes: path to hash, or to `there` if any text is allowed. */
  readonly leaves: State;
}

/** Compares the emitted files with those on disk; writes nothing. */
export function planProject(emitted: readonly EmittedFolder[], outputs: Outputs): OutputPlan {
  const plans = emitted.map((each) => planFolder(each, outputs));
  return {
    changes: plans.flatMap(({ changes }) => changes),
    drift: plans.flatMap(({ drift }) => drift),
    unchanged: plans.reduce((sum, plan) => sum + plan.unchanged, 0),
    leftovers: plans.flatMap(({ leftovers }) => leftovers),
    problems: plans.flatMap(({ problems }) => problems),
    leaves: new Map(
      plans.flatMap(({ folder, leaves }) =>
        [...leaves].map(([path, state]) => [`${folder}/${path}`, state] as const),
      ),
    ),
  };
}

function planFolder(
  wanted: EmittedFolder,
  outputs: Outputs,
): FolderPlan & Pick<OutputPlan, "leftovers" | "problems"> & { readonly folder: string } {
  const { folder, isWrittenOnce } = wanted.target;
  const disk = outputs(wanted.target);
  const planned = isWrittenOnce ? planStubs(wanted, disk) : planOutput(wanted, disk);
  const foreign = planned.drift.filter(({ kind }) => kind === "foreign").map(({ path }) => path);
  const problems = [
    ...unsafePaths(wanted, disk),
    ...disk.links.map((path) => `${path} is a symbolic link; proviso writes only to real folders and files`),
    ...foreign.map((path) => `${path} was not written by proviso; move it away, or choose another folder`),
  ];
  return { ...planned, folder, leftovers: disk.leftovers, problems };
}
