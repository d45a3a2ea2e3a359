import {
  chmodSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";

/** A file to write, or without a text to remove. `path` is relative to the project's root. */
export interface FileChange {
  readonly path: string;
  readonly text?: string;
}

const temporaryName = /\.proviso-(\d+)\.(new|old)$/;

/** Whether this is a temporary file of a running run: neither output nor an extra file. */
export function isTemporary(name: string): boolean {
  return temporaryName.test(name);
}

/** Whether this is a temporary file of a run that was killed. */
export function isLeftover(name: string): boolean {
  const [, pid] = temporaryName.exec(name) ?? [];
  return pid !== undefined && !isProcessRunning(Number(pid));
}

function isProcessRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

type Rename = (from: string, to: string) => void;

/**
 * Writes all or nothing: every text is on disk beside its target before the first target changes, and if a step fails, the steps
 * before it are undone and the error is thrown. A folder is removed with its last file. Files are written one after the other,
 * which for many small files is several times as fast as all at once.
 */
export async function applyChanges(
  root: string,
  changes: readonly FileChange[],
  move: Rename = renameSync,
): Promise<void> {
  const steps: TransactionSteps = { undo: [], finish: [], move };
  try {
    const folders = new Set<string>();
    for (const { path, text } of changes)
      if (text !== undefined) stageFile(join(root, path), text, folders, steps);
    for (const { path, text } of changes) swapFile(join(root, path), text, steps);
  } catch (error) {
    const failures = steps.undo.toReversed().flatMap(transactionFailure);
    if (failures.length === 0) throw error;
    throw new Error(`${error}; not all of it was undone: ${failures.join("; ")}`, { cause: error });
  }
  for (const step of steps.finish) step();
  for (const { path, text } of changes) if (text === undefined) removeEmpty(root, dirname(path));
}

/** Removes files if they exist. */
export async function removeFiles(root: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) rmSync(join(root, path), { force: true });
}

/** Undoes one step; a failure does not stop the others from being undone. */
function transactionFailure(step: () => void): readonly unknown[] {
  try {
    step();
    return [];
  } catch (failure) {
    return [failure];
  }
}

interface TransactionSteps {
  readonly undo: (() => void)[];
  readonly finish: (() => void)[];
  readonly move: Rename;
}

/** `folders` are those that are known to be there. */
function stageFile(target: string, text: string, folders: Set<string>, { undo }: TransactionSteps): void {
  const folder = dirname(target);
  const created = folders.has(folder) ? undefined : mkdirSync(folder, { recursive: true });
  folders.add(folder);
  if (created !== undefined) undo.push(() => rmSync(created, { recursive: true, force: true }));
  undo.push(() => rmSync(newTemporaryName(target), { recursive: true, force: true }));
  // The temporary file gets its target's permissions at once: never readable by more users.
  const mode = statSync(target, { throwIfNoEntry: false })?.mode;
  writeFileSync(newTemporaryName(target), text, mode === undefined ? {} : { mode: mode & 0o777 });
  if (mode !== undefined) chmodSync(newTemporaryName(target), mode & 0o777);
}

function swapFile(target: string, text: string | undefined, { undo, finish, move }: TransactionSteps): void {
  if (lstatSync(target, { throwIfNoEntry: false })) {
    move(target, oldTemporaryName(target));
    undo.push(() => renameSync(oldTemporaryName(target), target));
    finish.push(() => rmSync(oldTemporaryName(target), { force: true }));
  }
  if (text === undefined) return;
  move(newTemporaryName(target), target);
  undo.push(() => rmSync(target, { force: true }));
}

function removeEmpty(root: string, folder: string): void {
  if (folder === ".") return;
  try {
    rmdirSync(join(root, folder));
  } catch {
    // The folder is not empty.
    return;
  }
  removeEmpty(root, dirname(folder));
}

function newTemporaryName(target: string): string {
  return `${target}.proviso-${process.pid}.new`;
}

function oldTemporaryName(target: string): string {
  return `${target}.proviso-${process.pid}.old`;
}
