import type { Change, Snapshot } from "../model.ts";

/** The differences of two snapshots by name, in the order of names. */
export function changesOf(
  oracle: string,
  before: Snapshot,
  after: Snapshot,
  added: Change["kind"] = "added",
): readonly Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return names.flatMap((what): readonly Change[] => {
    const [was, is] = [before[what], after[what]];
    if (was === is) return [];
    return [{ oracle, kind: was === undefined ? added : is === undefined ? "removed" : "changed", what }];
  });
}
