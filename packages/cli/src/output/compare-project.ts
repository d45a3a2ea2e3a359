import type { DiskState } from "../incremental/state.ts";
import type { EmittedFolder } from "./emit-project.ts";
import { type FolderUpdate, type OutputDrift, compareGenerated, compareStubs } from "./compare-folder.ts";
import type { Outputs, FolderState } from "./read-folder.ts";
import type { FileChange } from "../disk/transaction.ts";
import { foldPath, pathProblem } from "../disk/path-problem.ts";

/** What has to happen to bring the project's output up to date. */
export interface OutputUpdate {
  readonly changes: readonly FileChange[];
  readonly drift: readonly OutputDrift[];
  readonly unchanged: number;
  /** Temporary files of a killed run. */
  readonly leftovers: readonly string[];
  /** Why no output may be written, as sentences. */
  readonly problems: readonly string[];
  /** The files after the changes: path to hash, or to `there` if any text is allowed. */
  readonly leaves: DiskState;
}

/** Compares the emitted files with those on disk; writes nothing. */
export function compareProject(emitted: readonly EmittedFolder[], outputs: Outputs): OutputUpdate {
  const updates = emitted.map((each) => compareFolder(each, outputs));
  return {
    changes: updates.flatMap(({ changes }) => changes),
    drift: updates.flatMap(({ drift }) => drift),
    unchanged: updates.reduce((sum, update) => sum + update.unchanged, 0),
    leftovers: updates.flatMap(({ leftovers }) => leftovers),
    problems: updates.flatMap(({ problems }) => problems),
    leaves: new Map(
      updates.flatMap(({ folder, leaves }) =>
        [...leaves].map(([path, state]) => [`${folder}/${path}`, state] as const),
      ),
    ),
  };
}

function compareFolder(
  wanted: EmittedFolder,
  outputs: Outputs,
): FolderUpdate & Pick<OutputUpdate, "leftovers" | "problems"> & { readonly folder: string } {
  const { folder, isWrittenOnce } = wanted.target;
  const disk = outputs(wanted.target);
  const compared = isWrittenOnce ? compareStubs(wanted, disk) : compareGenerated(wanted, disk);
  const foreign = compared.drift.filter(({ kind }) => kind === "foreign").map(({ path }) => path);
  const problems = [
    ...unsafePaths(wanted, disk),
    ...disk.links.map((path) => `${path} is a symbolic link; proviso writes only to real folders and files`),
    ...foreign.map((path) => `${path} was not written by proviso; move it away, or choose another folder`),
  ];
  return { ...compared, folder, leftovers: disk.leftovers, problems };
}

/** Why some system cannot have these files, as sentences. The names come from contracts. */
function unsafePaths({ target, files }: EmittedFolder, disk: FolderState): readonly string[] {
  const { folder } = target;
  const isOnDisk = files.every(({ path }) => disk.files.has(path));
  // Each by itself, so that the system can hold them.
  if (isOnDisk && new Set(files.map(({ path }) => path)).size === files.length) return [];
  const seen = new Map<string, string>();
  return files.flatMap(({ path, text }) => {
    // A file that is on disk was checked when it was written.
    const problem = text === undefined ? undefined : pathProblem(path);
    if (problem) return [`${folder}/${path} ${problem}`];
    const other = seen.get(foldPath(path));
    seen.set(foldPath(path), path);
    return other === undefined
      ? []
      : [`${folder}/${path} and ${folder}/${other} are one file on some systems`];
  });
}
