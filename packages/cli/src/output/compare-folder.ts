import { compareText } from "@proviso/compiler";
import { hashText } from "../disk/hash-text.ts";
import { type DiskState, there } from "../incremental/state.ts";
import type { EmittedFolder } from "./emit-project.ts";
import type { FolderState } from "./read-folder.ts";
import { type WantedFile, printRecord, recordName } from "../disk/record.ts";
import type { FileChange } from "../disk/transaction.ts";

/**
 * How a file on disk differs from the contracts. `stale`: proviso wrote it, and it is out of date;
 * `missing`: it does not exist; `extra`: proviso does not write it; `hand-edited`: changed since;
 * `foreign`: proviso would write it, and another program or person has.
 */
export type DriftKind = "stale" | "missing" | "extra" | "hand-edited" | "foreign";

export interface OutputDrift {
  /** From the project's root. */
  readonly path: string;
  readonly kind: DriftKind;
}

/** What has to happen to one folder. */
export interface FolderUpdate {
  readonly changes: readonly FileChange[];
  readonly drift: readonly OutputDrift[];
  readonly unchanged: number;
  /** The folder's files after the changes: path to hash, or to `there` if any text is allowed. */
  readonly leaves: DiskState;
}

/** Without a licence of the project to write, a package may have one of its author's. */
const authorsLicence = "LICENSE";

export function compareGenerated({ target, files }: EmittedFolder, disk: FolderState): FolderUpdate {
  const { folder } = target;
  const wanted = new Map(files.map(({ path, hash }) => [path, hash]));
  const written = files.filter(({ path, hash }) => disk.files.get(path) !== hash);
  const unwanted = [...disk.files.keys()].filter((path) => !wanted.has(path) && path !== recordName);
  const before = written.length + unwanted.length > 0 ? disk.record() : undefined;
  const obsolete = unwanted.filter((path) => before?.has(path));
  const extra = unwanted.filter((path) => !before?.has(path) && path !== authorsLicence);
  const changes = [
    ...written.map((file) => changeToFile(folder, file)),
    ...obsolete.map((path) => ({ path: `${folder}/${path}` })),
  ];
  const drift = [
    ...[...written.map(({ path }) => path), ...obsolete].map((path) => ({
      path: `${folder}/${path}`,
      kind: kindOfChange(path, disk, before),
    })),
    ...extra.map((path) => ({ path: `${folder}/${path}`, kind: "extra" as const })),
  ];
  const unchanged = files.length - written.length;
  const record = printRecord(files);
  const leaves = wanted.set(recordName, hashText(record));
  return withRecord({ changes, drift, unchanged, leaves }, folder, record, disk);
}

/** Handler stubs are written once: existing files belong to their author, and none is removed. */
export function compareStubs({ target, files }: EmittedFolder, disk: FolderState): FolderUpdate {
  const { folder } = target;
  const missing = files.filter(({ path }) => !disk.files.has(path));
  return {
    changes: missing.map((file) => changeToFile(folder, file)),
    drift: missing.map(({ path }) => ({ path: `${folder}/${path}`, kind: "missing" as const })),
    unchanged: files.length - missing.length,
    leaves: new Map(files.map(({ path }) => [path, there])),
  };
}

function kindOfChange(path: string, disk: FolderState, record: ReturnType<FolderState["record"]>): DriftKind {
  const found = disk.ownedHashOf(path);
  if (found === undefined) return "missing";
  const written = record?.get(path);
  if (written === undefined) return "foreign";
  return written === found ? "stale" : "hand-edited";
}

function changeToFile(folder: string, { path, text }: WantedFile): FileChange {
  // A change without a text would remove the file.
  if (text === undefined) throw new Error(`${folder}/${path} was not made again, and is not on disk`);
  return { path: `${folder}/${path}`, text };
}

function withRecord(update: FolderUpdate, folder: string, text: string, disk: FolderState): FolderUpdate {
  const path = `${folder}/${recordName}`;
  const before = disk.files.get(recordName);
  const isSame = before === update.leaves.get(recordName);
  const kind: DriftKind = before === undefined ? "missing" : "stale";
  // An outdated record is reported only if nothing else is.
  const own = isSame || update.changes.length > 0 ? [] : [{ path, kind }];
  const drift = [...update.drift, ...own].toSorted((a, b) => compareText(a.path, b.path));
  return isSame
    ? { ...update, drift, unchanged: update.unchanged + 1 }
    : { ...update, drift, changes: [...update.changes, { path, text }] };
}
