import type { Change, WaivedChange } from "@proviso/changes";

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

/** `: 1 loosened, 2 breaking; 1 waived`: how many changes have each verdict. What is waived is counted apart. */
export function countVerdicts(
  changes: readonly Pick<WaivedChange, "safety" | "callers" | "model" | "readers" | "waived">[],
): string {
  const words = changes.filter(({ waived }) => !waived).flatMap(verdictsOf);
  const counted = [...Map.groupBy(words, (word) => word)].map(([word, { length }]) => `${length} ${word}`);
  const waived = changes.flatMap((change) => change.waived ?? []);
  const added = waived.filter(({ isNew }) => isNew).length;
  const isNew =
    added === 0 ? "" : added === waived.length ? " by a new waiver" : `, ${added} by a new waiver`;
  const parts = [counted.join(", "), waived.length === 0 ? "" : `${waived.length} waived${isNew}`];
  const said = parts.filter((part) => part !== "").join("; ");
  return said === "" ? "" : `: ${said}`;
}

/** `waived until 2027-01-31 by a new waiver` */
export function waivedUntil({ expires, isNew }: NonNullable<WaivedChange["waived"]>): string {
  return `waived until ${expires}${isNew ? " by a new waiver" : ""}`;
}

/** By tool, in the order of the most serious change of each; the changes of the product are under the empty name. */
export function byTool<Each extends Pick<Change, "tool">>(
  changes: readonly Each[],
): ReadonlyMap<string, readonly Each[]> {
  return Map.groupBy(changes, ({ tool }) => tool);
}
