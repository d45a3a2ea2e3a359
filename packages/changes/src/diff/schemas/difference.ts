import type { Json } from "@proviso/manifest";

/**
 * What one difference does to the values that a schema accepts. `narrows`: some may be refused,
 * none is new. `widens`: the reverse. `unclear`: it may do both.
 */
export type Effect = "narrows" | "widens" | "unclear";

export interface SchemaDifference {
  /** From the root of the schema. */
  readonly path: readonly string[];
  readonly effect: Effect;
  /** Set for a property of a closed object: `new` or `gone`, or renamed with an equal schema. */
  readonly property?: { readonly isRequired: boolean; readonly isReplacing: boolean };
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

export type Differences = readonly SchemaDifference[];

/** A place in both schemas that are compared. */
export interface Walk {
  readonly before: Json;
  readonly after: Json;
  readonly path: readonly string[];
  /** Pairs of schemas that this place is inside of, from the outside in. */
  readonly pairs: readonly string[];
  /** How many of these pairs are outside a `not`: an assumption about them does not hold inside. */
  readonly outside: number;
  readonly budget: { nodes: number };
  /** Compares the schemas at a place inside this one. */
  readonly compare: (before: Json, after: Json, walk: Walk) => Differences;
}

export function inside(walk: Walk, ...names: readonly string[]): Walk {
  return { ...walk, path: [...walk.path, ...names] };
}

export function difference(
  walk: Walk,
  effect: Effect,
  before: Json | undefined,
  after: Json | undefined,
): SchemaDifference {
  return { path: walk.path, effect, before, after };
}

/** The difference of a keyword that restricts more, the higher its rank. */
export function byRank(
  walk: Walk,
  [before, after]: readonly [Json | undefined, Json | undefined],
  rank: (value: Json | undefined) => number,
): Differences {
  const [was, is] = [rank(before), rank(after)];
  if (was === is) return [];
  return [difference(walk, is > was ? "narrows" : "widens", before, after)];
}

/** For sets of allowed values. */
export function bySets(
  walk: Walk,
  [before, after]: readonly [Json | undefined, Json | undefined],
  was: ReadonlySet<string>,
  is: ReadonlySet<string>,
): Differences {
  return [
    ...([...was].every((each) => is.has(each)) ? [] : [difference(walk, "narrows", before, after)]),
    ...([...is].every((each) => was.has(each)) ? [] : [difference(walk, "widens", before, after)]),
  ];
}

/** Whether every value of the earlier schema is one of the later schema for certain. */
export function isCovered(differences: Differences): boolean {
  return differences.every(({ effect }) => effect === "widens");
}

/** The differences below a negation. */
export function negated(differences: Differences): Differences {
  const opposite = { narrows: "widens", widens: "narrows", unclear: "unclear" } as const;
  return differences.map(({ property: _property, ...each }) => ({ ...each, effect: opposite[each.effect] }));
}
