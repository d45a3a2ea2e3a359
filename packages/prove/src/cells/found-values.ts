import type { Json } from "@proviso/manifest";
import type { Ask, Literal } from "./ask.ts";

/**
 * Values of which each cell has at least one. Keywords that tie fields together are left out of account, so some cells may have no
 * valid value: that makes a proof harder, never wrong. `gap` says why a cell may be missing; then nothing is proved.
 */
export interface Values {
  /** Undefined: absent. */
  readonly values: readonly (Json | undefined)[];
  readonly gap?: string;
}

/** Above this, a proof would take seconds. */
export const mostValues = 4000;

export function literalsIn(asks: readonly Ask[]): readonly Literal[] {
  return asks.flatMap(({ of }) => (of.kind === "literals" ? of.literals : []));
}

export function subsets<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return items.reduce<readonly (readonly Item[])[]>(
    (sets, item) => [...sets, ...sets.map((set) => [...set, item])],
    [[]],
  );
}
