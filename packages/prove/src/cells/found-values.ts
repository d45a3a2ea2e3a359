import { isObject, type Json, type JsonSchema } from "@proviso/manifest";
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

/** A walk through one schema. `left` bounds its steps: a schema of another server may refer to itself, or double at each level. */
export interface Walk {
  readonly root: JsonSchema;
  left: number;
  /** How many alternatives it is inside of. Servers fill in no default there. */
  alternatives: number;
}

/** A new walk through a schema. */
export function walkOf(root: JsonSchema): Walk {
  return { root, left: 1000, alternatives: 0 };
}

/** Follows references to named types; undefined where the walk is at its end. */
export function resolve(schema: Json | undefined, walk: Walk): Json | undefined {
  if (--walk.left < 0) return undefined;
  const reference = isObject(schema) ? schema["$ref"] : undefined;
  if (typeof reference !== "string") return schema;
  const defs = walk.root["$defs"];
  return resolve(isObject(defs) ? defs[reference.slice("#/$defs/".length)] : undefined, walk);
}

/** Above this, a proof would take seconds. */
export const maxValues = 4000;

export function literalsIn(asks: readonly Ask[]): readonly Literal[] {
  return asks.flatMap(({ of }) => (of.kind === "literals" ? of.literals : []));
}

export function subsets<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return items.reduce<readonly (readonly Item[])[]>(
    (sets, item) => [...sets, ...sets.map((set) => [...set, item])],
    [[]],
  );
}

/** The first of these values, up to so much room; `isCut` if some are left out. */
export function fitting<Item>(
  items: Iterable<Item>,
  room: number,
  sizeOf: (item: Item) => number,
): { readonly kept: readonly Item[]; readonly isCut: boolean } {
  const kept: Item[] = [];
  let left = room;
  for (const item of items) {
    left -= sizeOf(item);
    if (left < 0) return { kept, isCut: true };
    kept.push(item);
  }
  return { kept, isCut: false };
}
