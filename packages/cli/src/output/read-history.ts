import type { Diagnostic, SourceText } from "@proviso/compiler";
import type { HistoryEntry } from "@proviso/emitters";
import type { Disk } from "../incremental/stamped-disk.ts";
import { type LockEntry, readLock } from "@proviso/changes/lock";
import type { OutputTarget } from "./targets.ts";

export interface LockHistory {
  /** By tool, the oldest entry first; empty without a lock, or if nothing shows it. */
  readonly history: ReadonlyMap<string, readonly HistoryEntry[]>;
  readonly diagnostics: readonly Diagnostic[];
  /** For showing the diagnostics. */
  readonly texts: readonly SourceText[];
}

/** What people accepted, for the pages of the tools. A lock that cannot be read is a finding. */
export function readHistory(
  path: string,
  targets: readonly OutputTarget[],
  disk: Pick<Disk, "textOf">,
): LockHistory {
  const isShown = targets.some(({ emitter }) => emitter.name === "docs");
  const text = isShown ? disk.textOf(path) : undefined;
  if (text === undefined) return { history: new Map(), diagnostics: [], texts: [] };
  const source = { path, text };
  const { lock, diagnostics } = readLock(source);
  const entries = [...(lock?.tools ?? [])].flatMap(([tool, { history }]) =>
    history.length > 0 ? [[tool, history.map(shownEntry)] as const] : [],
  );
  return { history: new Map(entries), diagnostics, texts: [source] };
}

function shownEntry({ when, who, reason, changes }: LockEntry): HistoryEntry {
  return { when, who, reason, changes: changes.map(({ message }) => message) };
}
