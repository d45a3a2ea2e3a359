import { canonicalJson, orderedCopy } from "@proviso/manifest";
import type { Json, JsonObject } from "@proviso/manifest";

/** Deeper than any contract needs, and far less than what any recursion after this can bear. */
const deepest = 100;

/** What an input may have: each value costs time in every stage, and a property of a big object more than an item of a list. */
const mostValues = 100_000;
const mostProperties = 10_000;

/**
 * A deep copy of a JSON object without anything that JSON cannot hold; undefined if it is none, too deep, or takes more than so many
 * bytes as JSON.
 */
export function canonicalCopy(value: unknown, mostBytes: number): JsonObject | undefined {
  return objectOrNothing(() => (isWithinBytes(value, mostBytes) ? copyOf(value) : undefined));
}

export interface Canonical {
  readonly value: JsonObject;
  readonly text: string;
}

/** The same with its canonical text, for an input: undefined also for one that is too big. */
export function readCanonical(given: unknown): Canonical | undefined {
  const value = objectOrNothing(() => (isSmallEnough(given) ? copyOf(given) : undefined));
  return value && { value, text: canonicalJson(value) };
}

/** What the host's own code is given: what it does to a copy changes nothing of what is approved, executed and on record. */
export function copyForHost(input: JsonObject): JsonObject {
  const copy = orderedCopy(input);
  return isJsonObject(copy) ? copy : structuredClone(input);
}

function objectOrNothing(read: () => unknown): JsonObject | undefined {
  try {
    const value = read();
    return isJsonObject(value) ? value : undefined;
  } catch {
    // A cycle, a number or string that JSON cannot hold, a getter that throws.
    return undefined;
  }
}

function copyOf(value: unknown): unknown {
  return orderedCopy(value) ?? copyByText(value);
}

/** For what is not plain: a date, say, or keys that are numbers. */
function copyByText(given: unknown): unknown {
  // Before what costs time, and after it of what there is then: a getter may say something else each time.
  if (!isWithin(deepest, given)) return undefined;
  const value: unknown = JSON.parse(canonicalJson(given as Json));
  return isWithin(deepest, value) ? value : undefined;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether nothing in it lies deeper. The recursion ends where the levels do. */
function isWithin(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((item) => isWithin(levels - 1, item));
}

/** What lies too deep is not counted: a copy does not go there. */
function isSmallEnough(given: unknown): boolean {
  let left = mostValues;
  const fits = (value: unknown, levels: number): boolean => {
    if (typeof value !== "object" || value === null || levels === 0) return true;
    const isList = Array.isArray(value);
    const count = isList ? value.length : Object.keys(value).length;
    left -= count;
    if (left < 0 || (!isList && count > mostProperties)) return false;
    return Object.values(value).every((item) => fits(item, levels - 1));
  };
  return fits(given, deepest);
}

/**
 * Whether a value takes no more than about so many bytes as JSON, found out without copying it, and in as many steps at most: a list
 * that has nothing but a length, and bytes that would become numbers, are counted before they are looked through.
 */
function isWithinBytes(given: unknown, most: number): boolean {
  let left = most;
  const take = (bytes: number): boolean => (left -= bytes) >= 0;
  const fits = (value: unknown, levels: number): boolean => {
    if (!take(typeof value === "string" ? Buffer.byteLength(value) + 2 : 1)) return false;
    if (typeof value !== "object" || value === null || levels === 0) return true;
    if (Array.isArray(value)) return take(value.length) && value.every((item) => fits(item, levels - 1));
    if (ArrayBuffer.isView(value) && !take(2 * value.byteLength)) return false;
    return Object.keys(value).every(
      (key) => take(Buffer.byteLength(key) + 3) && fits(value[key as keyof typeof value], levels - 1),
    );
  };
  return fits(given, deepest);
}
