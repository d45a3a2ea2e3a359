import { lstat, mkdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";

/** A file to write, or without a text to remove. `path` is relative to the project's root. */
export interface FileChange {
  readonly path: string;
  readonly text?: string;
}

const temporary = /\.proviso-(\d+)\.(new|old)$/;

/** What a run has beside its targets while it writes: never ours to emit, never an extra file. */
export function isTemporary(name: string): boolean {
  return temporary.test(name);
}

/** Whether a run that was killed left this behind. */
export function isLeftover(name: string): boolean {
  const [, pid] = temporary.exec(name) ?? [];
  return pid !== undefined && !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

type Rename = (from: string, to: string) => Promise<void>;

/**
 * All or nothing: every text is on disk beside its target before the first target changes, and if a step fails those
 * before it are undone. Throws what failed. Empty folders are removed with their last file.
 */
export async function applyChanges(
  root: string,
  changes: readonly FileChange[],
  move: Rename = rename,
): Promise<void> {
  const undo: (() => Promise<unknown>)[] = [];
  const finish: (() => Promise<unknown>)[] = [];
  try {
    for (const change of changes) await stage(join(root, change.path), change.text, undo);
    for (const change of changes) await swap(join(root, change.path), change.text, { undo, finish, move });
  } catch (error) {
    const failures: unknown[] = [];
    // One step that cannot be undone keeps no other from it.
    for (const step of undo.toReversed()) await step().catch((failure: unknown) => failures.push(failure));
    if (failures.length === 0) throw error;
    throw new Error(`${error}; not all of it was undone: ${failures.join("; ")}`, { cause: error });
  }
  for (const step of finish) await step();
  for (const change of changes) if (change.text === undefined) await removeEmpty(root, dirname(change.path));
}

/** Removes what nobody will miss. */
export async function removeFiles(root: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(join(root, path), { force: true });
}

async function stage(
  target: string,
  text: string | undefined,
  undo: (() => Promise<unknown>)[],
): Promise<void> {
  if (text === undefined) return;
  const created = await mkdir(dirname(target), { recursive: true });
  if (created !== undefined) undo.push(() => rm(created, { recursive: true, force: true }));
  undo.push(() => rm(newName(target), { recursive: true, force: true }));
  await writeFile(newName(target), text);
}

interface Steps {
  readonly undo: (() => Promise<unknown>)[];
  readonly finish: (() => Promise<unknown>)[];
  readonly move: Rename;
}

async function swap(target: string, text: string | undefined, { undo, finish, move }: Steps): Promise<void> {
  if (await exists(target)) {
    await move(target, oldName(target));
    undo.push(() => rename(oldName(target), target));
    finish.push(() => rm(oldName(target), { force: true }));
  }
  if (text === undefined) return;
  await move(newName(target), target);
  undo.push(() => rm(target, { force: true }));
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

async function removeEmpty(root: string, folder: string): Promise<void> {
  if (folder === ".") return;
  const isRemoved = await rmdir(join(root, folder)).then(
    () => true,
    () => false,
  );
  if (isRemoved) await removeEmpty(root, dirname(folder));
}

function newName(target: string): string {
  return `${target}.proviso-${process.pid}.new`;
}

function oldName(target: string): string {
  return `${target}.proviso-${process.pid}.old`;
}
