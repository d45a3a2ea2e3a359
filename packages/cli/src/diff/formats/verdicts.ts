import type { Change } from "@proviso/compiler/diff";

/** The verdicts that say something: `loosened, breaking, read by models`. */
export function verdictsOf({
  safety,
  callers,
  model,
}: Pick<Change, "safety" | "callers" | "model">): readonly string[] {
  return [
    ...(safety === "unchanged" ? [] : [safety]),
    ...(callers === "safe" ? [] : [callers]),
    ...(model === "changed" ? ["read by models"] : []),
  ];
}

/** `1 loosened, 2 breaking`: how many changes have each verdict. */
export function countVerdicts(changes: readonly Pick<Change, "safety" | "callers" | "model">[]): string {
  const words = changes.flatMap(verdictsOf);
  const counted = [...Map.groupBy(words, (word) => word)].map(([word, { length }]) => `${length} ${word}`);
  return counted.join(", ");
}

/** By tool, in the order of the most serious change of each; the changes of the product are under the empty name. */
export function byTool<Each extends Pick<Change, "tool">>(
  changes: readonly Each[],
): ReadonlyMap<string, readonly Each[]> {
  return Map.groupBy(changes, ({ tool }) => tool);
}
