import { canonicalJson, orderedCopy } from "@proviso/manifest";
import type { Json, JsonObject } from "@proviso/manifest";

/** Deeper than any contract needs, and shallow enough for every recursive function. */
const deepestInput = 100;

/**
 * Limits of an input: each value costs time in every stage, and a property of a large object costs more than an item of a list.
 */
const mostInputValues = 100_000;
const mostInputProperties = 10_000;

/**
 * A deep copy of a JSON object, without values that JSON cannot hold. Undefined if it is not a JSON object, too deep, or longer
 * than `mostBytes` as JSON.
 */
export function canonicalCopy(value: unknown, mostBytes: number): JsonObject | undefined {
  return objectOrNothing(() => (isWithinBytes(value, mostBytes) ? canonicalValue(value) : undefined));
}

export interface Canonical {
  readonly value: JsonObject;
  readonly text: string;
}

/** The same with its canonical text, for an input. Undefined also for an input over the limits. */
export function readCanonical(handedInput: unknown): Canonical | undefined {
  const value = objectOrNothing(() => (isSmallEnough(handedInput) ? canonicalValue(handedInput) : undefined));
  return value && { value, text: canonicalJson(value) };
}

/** A copy for the host's code. Changing it does not change what is approved, executed or recorded. */
export function copyForHost(input: JsonObject): JsonObject {
  const copy = orderedCopy(input);
  return isJsonObject(copy) ? copy : structuredClone(input);
}

function objectOrNothing(read: () => unknown): JsonObject | undefined {
  try {
    const value = read();
    return isJsonObject(value) ? value : undefined;
  } catch {
    // A cycle, a number or string that JSON cannot hold, or a getter that throws.
    return undefined;
  }
}

function canonicalValue(value: unknown): unknown {
  return orderedCopy(value) ?? copyByText(value);
}

/** For values that are not plain, such as a date. */
function copyByText(handedInput: unknown): unknown {
  // Checked before the costly steps, and again after them on the copy: a getter may return another value each time.
  if (!isWithinDepth(deepestInput, handedInput)) return undefined;
  const value: unknown = JSON.parse(canonicalJson(handedInput as Json));
  return isWithinDepth(deepestInput, value) ? value : undefined;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether nothing is nested deeper than this. */
function isWithinDepth(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((item) => isWithinDepth(levels - 1, item));
}

/** Values that are nested too deep are not counted, because they are not copied. */
function isSmallEnough(handedInput: unknown): boolean {
  let left = mostInputValues;
  const isPlainWithin = (value: unknown, levels: number): boolean => {
    if (typeof value !== "object" || value === null || levels === 0) return true;
    const isList = Array.isArray(value);
    const count = isList ? value.length : Object.keys(value).length;
    left -= count;
    if (left < 0 || (!isList && count > mostInputProperties)) return false;
    return Object.values(value).every((item) => isPlainWithin(item, levels - 1));
  };
  return isPlainWithin(handedInput, deepestInput);
}

/**
 * Whether a value takes at most about this many bytes as JSON. It copies nothing and takes as many steps at most; lists and
 * typed arrays are counted by their length first.
 */
function isWithinBytes(handedInput: unknown, most: number): boolean {
  let left = most;
  const take = (bytes: number): boolean => (left -= bytes) >= 0;
  const isPlainWithin = (value: unknown, levels: number): boolean => {
    if (!take(typeof value === "string" ? Buffer.byteLength(value) + 2 : 1)) return false;
    if (typeof value !== "object" || value === null || levels === 0) return true;
    if (Array.isArray(value))
      return take(value.length) && value.every((item) => isPlainWithin(item, levels - 1));
    if (ArrayBuffer.isView(value) && !take(2 * value.byteLength)) return false;
    return Object.keys(value).every(
      (key) =>
        take(Buffer.byteLength(key) + 3) && isPlainWithin(value[key as keyof typeof value], levels - 1),
    );
  };
  return isPlainWithin(handedInput, deepestInput);
}
