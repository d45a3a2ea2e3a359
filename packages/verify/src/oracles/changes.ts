import type { Change, Snapshot } from "../model.ts";

/** The differences of two snapshots by name, in the order of names. */
export function changesOf(oracle: string, before: Snapshot, after: Snapshot): readonly Change[] {
  const names = Object.keys({ ...before, ...after }).filter((what) => before[what] !== after[what]);
  return names.toSorted().map((what) => {
    const kind = before[what] === undefined ? "added" : after[what] === undefined ? "removed" : "changed";
    return { oracle, kind, what };
  });
}
