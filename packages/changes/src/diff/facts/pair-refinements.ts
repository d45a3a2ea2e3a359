import type { Refinement } from "@proviso/manifest";

export interface PairedRefinement {
  /** Index in the later list. */
  readonly at: number;
  readonly before: Refinement;
  readonly after: Refinement;
}

export interface RefinementPairs {
  readonly pairs: readonly PairedRefinement[];
  /** Indexes of those that only the earlier list has, and only the later one. */
  readonly removed: readonly number[];
  readonly added: readonly number[];
}

/** Pairs refinements by their condition, and the rest by position if both lists have one there. */
export function pairRefinements(
  before: readonly Refinement[],
  after: readonly Refinement[],
): RefinementPairs {
  const partners = new Map<number, number>();
  const free = (at: number): boolean => ![...partners.values()].includes(at);
  before.forEach(({ when }, at) => {
    const match = after.findIndex((each, index) => each.when === when && free(index));
    if (match >= 0) partners.set(at, match);
  });
  before.forEach((_, at) => {
    if (!partners.has(at) && at < after.length && free(at)) partners.set(at, at);
  });
  const pairs = [...partners].flatMap(([from, to]) => {
    const [was, is] = [before[from], after[to]];
    return was && is ? [{ at: to, before: was, after: is }] : [];
  });
  return {
    pairs: pairs.toSorted((one, other) => one.at - other.at),
    removed: before.flatMap((_, at) => (partners.has(at) ? [] : [at])),
    added: after.flatMap((_, at) => (free(at) ? [at] : [])),
  };
}
