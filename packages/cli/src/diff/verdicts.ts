import type { Change } from "@proviso/changes";

/** The verdicts that say something: `loosened, breaking, read by models`. */
export function verdictsOf({
  safety,
  callers,
  model,
  readers,
}: Pick<Change, "safety" | "callers" | "model" | "readers">): readonly string[] {
  return [
    ...(safety === "unchanged" ? [] : [safety]),
    ...(callers === "safe" ? [] : [callers]),
    ...(model === "changed" ? ["read by models"] : []),
    ...(readers === undefined ? [] : [`read by ${readers}`]),
  ];
}

/** `: 1 loosened, 2 breaking`: how many changes have each verdict. */
export function countVerdicts(
  changes: readonly Pick<Change, "safety" | "callers" | "model" | "readers">[],
): string {
  const byWord = Map.groupBy(changes.flatMap(verdictsOf), (word) => word);
  const counted = [...byWord].map(([word, { length }]) => `${length} ${word}`);
  return counted.length === 0 ? "" : `: ${counted.join(", ")}`;
}

/** By tool, in the order of the most serious change of each; the changes of the product are under the empty name. */
export function byTool<Each extends Pick<Change, "tool">>(
  changes: readonly Each[],
): ReadonlyMap<string, readonly Each[]> {
  return Map.groupBy(changes, ({ tool }) => tool);
}
