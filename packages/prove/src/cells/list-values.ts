import type { Json, JsonObject } from "@proviso/manifest";
import type { Ask } from "./ask.ts";
import { fitting, subsets, type Values, type Walk } from "./found-values.ts";
import { numberPoints } from "./points.ts";
import { numberOf, sampleItems, variant } from "./sample.ts";

const maxKinds = 8;
const longestList = 20_000;
/** Items of all lists together. */
const maxListItems = 200_000;

/**
 * Lists for each cell: of each length beside a cut, with each set of kinds of items, each kind once
 * in front. `exists` and `all`, which may stop early, depend on nothing else.
 */
export function listValues(
  schema: JsonObject,
  asks: readonly Ask[],
  walk: Walk,
  valuesOf: (schema: Json | undefined, asks: readonly Ask[], walk: Walk) => Values,
): Values {
  const sizes = asks.flatMap(({ of }) => (of.kind === "size" ? [of.size] : []));
  const bounds = {
    minimum: numberOf(schema["minItems"]) ?? 0,
    maximum: numberOf(schema["maxItems"]) ?? Infinity,
  };
  const ofItems = asks.flatMap(({ of }): readonly Ask[] => {
    if (of.kind === "items") return of.asks;
    return of.kind === "member" ? [{ path: [], of: { kind: "literals", literals: [of.item] } }] : [];
  });
  if (schema["prefixItems"] !== undefined)
    return { values: [], gap: "its schema lists the items one by one" };
  const isLong = [bounds.minimum, ...sizes].some((size) => size >= longestList && size <= bounds.maximum);
  const tooLong = isLong ? "it asks about lists that are too long to build" : undefined;
  if (ofItems.length === 0) {
    const built = numberPoints(bounds, sizes, true).filter((length) => length <= longestList);
    const values = built.map((length) => sampleItems(schema, walk, length));
    return { values, ...(tooLong === undefined ? {} : { gap: tooLong }) };
  }
  const { values, gap } = valuesOf(schema["items"], ofItems, walk);
  const kinds = [...new Set(values.filter((value) => value !== undefined))];
  const lengths = numberPoints(bounds, [...sizes, ...kinds.slice(0, maxKinds).map((_, at) => at)], true);
  const sets = subsets(kinds.slice(0, maxKinds));
  const isUnique = schema["uniqueItems"] === true;
  const { kept, isCut } = fitting(
    allLists(sets, lengths, isUnique),
    maxListItems,
    ({ length }) => length + 1,
  );
  const isManifold = isCut || kinds.length > maxKinds;
  const why = tooLong ?? gap ?? (isManifold ? "its items are of too many kinds" : undefined);
  return { values: kept, ...(why === undefined ? {} : { gap: why }) };
}

function* allLists(
  sets: readonly (readonly Json[])[],
  lengths: readonly number[],
  isUnique: boolean,
): Generator<readonly Json[], void> {
  for (const set of sets) for (const length of lengths) yield* listsOf(set, length, isUnique);
}

/** Lists of this length with all these kinds: each in front once, the last one repeated, or varied where items have to differ. */
function listsOf(set: readonly Json[], length: number, isUnique: boolean): readonly (readonly Json[])[] {
  if (set.length === 0) return length === 0 ? [[]] : [];
  if (length < set.length || length > longestList) return [];
  return set.flatMap((_, at) => {
    const turned = [...set.slice(at), ...set.slice(0, at)];
    const last = turned.at(-1) ?? null;
    const more = (make: (at: number) => Json): readonly Json[] =>
      Array.from({ length: length - set.length }, (_missing, index) => make(index + 1));
    const repeated = [...turned, ...more(() => last)];
    return isUnique ? [[...turned, ...more((index) => variant(last, index))], repeated] : [repeated];
  });
}
