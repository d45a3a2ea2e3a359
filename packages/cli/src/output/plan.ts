import { compareText } from "@proviso/compiler";
import { hashText } from "../cache/file-hashes.ts";
import { there } from "../cache/project-state.ts";
import type { EmittedFolder } from "./emit-project.ts";
import type { FolderState } from "./read-folder.ts";
import type { OutputRecord, WantedFile } from "./record.ts";
import { printRecord, recordName, recordOf } from "./record.ts";
import type { FileChange } from "./transaction.ts";

/**
 * How a file on disk differs from what the contracts say. `stale`: we wrote it and it is out of date; `missing`: it is
 * not there; `extra`: nothing writes it; `hand-edited`: it is not what we wrote; `foreign`: we would write it, and
 * somebody else already has.
 */
export type DriftKind = "stale" | "missing" | "extra" | "hand-edited" | "foreign";

export interface Drift {
  /** From the project's root. */
  readonly path: string;
  readonly kind: DriftKind;
}

/** What has to happen to one folder. */
export interface FolderPlan {
  readonly changes: readonly FileChange[];
  readonly drift: readonly Drift[];
  readonly unchanged: number;
  /** What is there afterwards: path from the root to hash, or to `there` where any text will do. */
  readonly leaves: readonly (readonly [path: string, state: string])[];
}

export function planOutput({ target, files }: EmittedFolder, disk: FolderState): FolderPlan {
  const { folder } = target;
  const wanted = new Set(files.map(({ path }) => path));
  const record = recordOf(files);
  const written = files.filter(({ path, hash }) => disk.files.get(path) !== hash);
  const obsolete = [...(disk.record?.keys() ?? [])].filter(
    (path) => !wanted.has(path) && disk.files.has(path),
  );
  const extra = [...disk.files.keys()].filter((path) => !wanted.has(path) && !disk.record?.has(path));
  const changes = [
    ...written.map((file) => changeTo(folder, file)),
    ...obsolete.map((path) => ({ path: `${folder}/${path}` })),
  ];
  const drift = [
    ...written.map(({ path }) => ({ path: `${folder}/${path}`, kind: kindOfChange(path, disk) })),
    ...obsolete.map((path) => ({ path: `${folder}/${path}`, kind: kindOfChange(path, disk) })),
    ...extra.map((path) => ({ path: `${folder}/${path}`, kind: "extra" as const })),
  ];
  const leaves = files.map(({ path, hash }) => [`${folder}/${path}`, hash] as const);
  const unchanged = files.length - written.length;
  return withRecord({ changes, drift, unchanged, leaves }, folder, record, disk);
}

/** Stubs are written once: what is there belongs to its author, and what is not needed is not removed. */
export function planStubs({ target, files }: EmittedFolder, disk: FolderState): FolderPlan {
  const { folder } = target;
  const missing = files.filter(({ path }) => !disk.files.has(path));
  return {
    changes: missing.map((file) => changeTo(folder, file)),
    drift: missing.map(({ path }) => ({ path: `${folder}/${path}`, kind: "missing" as const })),
    unchanged: files.length - missing.length,
    leaves: files.map(({ path }) => [`${folder}/${path}`, there] as const),
  };
}

function kindOfChange(path: string, disk: FolderState): DriftKind {
  const found = disk.owned.get(path) ?? disk.files.get(path);
  if (found === undefined) return "missing";
  const written = disk.record?.get(path);
  if (written === undefined) return "foreign";
  return written === found ? "stale" : "hand-edited";
}

function changeTo(folder: string, { path, text }: WantedFile): FileChange {
  // Without a text this change would remove the file.
  if (text === undefined) throw new Error(`${folder}/${path} was not made again, and is not on disk`);
  return { path: `${folder}/${path}`, text };
}

function withRecord(
  without: FolderPlan,
  folder: string,
  record: OutputRecord,
  disk: FolderState,
): FolderPlan {
  const text = printRecord(record);
  const path = `${folder}/${recordName}`;
  const plan = { ...without, leaves: [...without.leaves, [path, hashText(text)] as const] };
  if (disk.recordText === text) return sorted({ ...plan, unchanged: plan.unchanged + 1 });
  const kind = disk.recordText === undefined ? "missing" : "stale";
  // A record alone that is behind is drift too; beside other drift it would only be noise.
  const drift = plan.changes.length > 0 ? plan.drift : [...plan.drift, { path, kind } as const];
  return sorted({ ...plan, changes: [...plan.changes, { path, text }], drift });
}

function sorted(plan: FolderPlan): FolderPlan {
  return { ...plan, drift: plan.drift.toSorted((a, b) => compareText(a.path, b.path)) };
}
