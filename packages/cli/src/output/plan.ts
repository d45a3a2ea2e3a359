import { compareText } from "@proviso/compiler";
import type { EmittedFolder } from "./emit-outputs.ts";
import type { FolderState } from "./read-folder.ts";
import type { OutputRecord } from "./record.ts";
import { hashFile, printRecord, recordName, recordOf } from "./record.ts";
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
}

export function planOutput({ folder, files }: EmittedFolder, disk: FolderState): FolderPlan {
  const wanted = new Map(files.map(({ path, text }) => [path, text]));
  const record = recordOf(files);
  const written = [...wanted].filter(([path, text]) => disk.files.get(path) !== text);
  const obsolete = [...(disk.record?.keys() ?? [])].filter(
    (path) => !wanted.has(path) && disk.files.has(path),
  );
  const extra = [...disk.files.keys()].filter((path) => !wanted.has(path) && !disk.record?.has(path));
  const changes = [
    ...written.map(([path, text]) => ({ path: `${folder}/${path}`, text })),
    ...obsolete.map((path) => ({ path: `${folder}/${path}` })),
  ];
  const drift = [
    ...written.map(([path]) => ({ path: `${folder}/${path}`, kind: kindOfChange(path, disk) })),
    ...obsolete.map((path) => ({ path: `${folder}/${path}`, kind: kindOfChange(path, disk) })),
    ...extra.map((path) => ({ path: `${folder}/${path}`, kind: "extra" as const })),
  ];
  return withRecord({ changes, drift, unchanged: wanted.size - written.length }, folder, record, disk);
}

/** Stubs are written once: what is there belongs to its author, and what is not needed is not removed. */
export function planStubs({ folder, files }: EmittedFolder, disk: FolderState): FolderPlan {
  const missing = files.filter(({ path }) => !disk.files.has(path));
  return {
    changes: missing.map(({ path, text }) => ({ path: `${folder}/${path}`, text })),
    drift: missing.map(({ path }) => ({ path: `${folder}/${path}`, kind: "missing" as const })),
    unchanged: files.length - missing.length,
  };
}

function kindOfChange(path: string, disk: FolderState): DriftKind {
  const text = disk.files.get(path);
  if (text === undefined) return "missing";
  const hash = disk.record?.get(path);
  if (hash === undefined) return "foreign";
  return hash === hashFile(path, text) ? "stale" : "hand-edited";
}

function withRecord(plan: FolderPlan, folder: string, record: OutputRecord, disk: FolderState): FolderPlan {
  const text = printRecord(record);
  const path = `${folder}/${recordName}`;
  if (disk.recordText === text) return sorted(plan);
  const kind = disk.recordText === undefined ? "missing" : "stale";
  // A record alone that is behind is drift too; beside other drift it would only be noise.
  const drift = plan.changes.length > 0 ? plan.drift : [...plan.drift, { path, kind } as const];
  return sorted({ ...plan, changes: [...plan.changes, { path, text }], drift });
}

function sorted(plan: FolderPlan): FolderPlan {
  return { ...plan, drift: plan.drift.toSorted((a, b) => compareText(a.path, b.path)) };
}
