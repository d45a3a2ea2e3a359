import type { JsonObject } from "@proviso/manifest";

/** At least one number of each cell that the cuts make, in a schema's bounds, rising. */
export function numberPoints(
  schema: JsonObject,
  cuts: readonly number[],
  isInteger: boolean,
): readonly number[] {
  const [low, high] = boundsOf(schema, isInteger);
  const step = typeof schema["multipleOf"] === "number" ? schema["multipleOf"] : isInteger ? 1 : undefined;
  const inside = (point: number): boolean => point >= low && point <= high;
  const points = step === undefined ? between(cuts, low, high) : onSteps(cuts, low, high, step);
  const excluded = [schema["exclusiveMinimum"], schema["exclusiveMaximum"]];
  return [...new Set(points)]
    .filter((point) => Number.isFinite(point) && inside(point) && !excluded.includes(point))
    .toSorted((one, other) => one - other);
}

function boundsOf(schema: JsonObject, isInteger: boolean): readonly [number, number] {
  const number = (key: string, otherwise: number): number => {
    const value = schema[key];
    return typeof value === "number" ? value : otherwise;
  };
  const low = Math.max(number("minimum", -Infinity), number("exclusiveMinimum", -Infinity));
  const high = Math.min(number("maximum", Infinity), number("exclusiveMaximum", Infinity));
  return isInteger ? [Math.ceil(low), Math.floor(high)] : [low, high];
}

/** Each cut, and a number between each two that follow each other. */
function between(cuts: readonly number[], low: number, high: number): readonly number[] {
  const ends = [...new Set([low, ...cuts, high])].filter(Number.isFinite);
  const sorted = (ends.length > 0 ? ends : [0]).toSorted((one, other) => one - other);
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
  const middles = sorted.slice(1).map((end, at) => (end + (sorted[at] ?? end)) / 2);
  return [...sorted, ...middles, first - 1, last + 1, first - Math.abs(first), last + Math.abs(last)];
}

/** Above this, steps beside each other may be the same number. */
const maxCounted = 2 ** 52;

/**
 * The multiples of a step beside each cut. Those between two cuts begin right after the first.
 * Validators divide, so that 0.35 is a multiple of 0.01, although `35 * 0.01` is another number.
 */
function onSteps(cuts: readonly number[], low: number, high: number, step: number): readonly number[] {
  const near = [low, ...cuts, high].filter(Number.isFinite);
  const counted = (near.length > 0 ? near : [0]).flatMap((cut) => {
    const count = Math.floor(cut / step);
    return [count - 1, count, count + 1, count + 2].map((each) => each * step);
  });
  const others = between(cuts, low, high).filter(
    (point) =>
      Number.isInteger(point / step) && (near.includes(point) || Math.abs(point / step) >= maxCounted),
  );
  return [...counted, ...others];
}
