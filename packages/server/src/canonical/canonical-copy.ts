import { canonicalJson, isObject, type Json, type JsonObject, orderedCopy } from "@proviso/manifest";

/** Deeper than any contract needs, and shallow enough for every recursive function. */
const deepestInput = 100;

/**
 * Limits of an input: values cost time in every stage, properties of large objects more.
 */
const maxInputValues = 100_000;
const maxInputProperties = 10_000;

/**
 * A deep copy of a JSON object, without values that JSON cannot hold. Undefined if it is not a JSON
 * object, too deep, or longer than `maxBytes` as JSON.
 */
export function boundedCopy(copiedValue: unknown, maxBytes: number): JsonObject | undefined {
  return objectOrNothing(() =>
    isWithinBytes(copiedValue, maxBytes) ? canonicalValue(copiedValue) : undefined,
  );
}

export interface Canonical {
  readonly value: JsonObject;
  readonly text: string;
}

/** Reads an input: its canonical copy and text. Undefined if no JSON object within limits. */
export function readCanonical(handedInput: unknown): Canonical | undefined {
  const copiedValue = objectOrNothing(() =>
    isSmallEnough(handedInput) ? canonicalValue(handedInput) : undefined,
  );
  return copiedValue && { value: copiedValue, text: canonicalJson(copiedValue) };
}

/** A copy for the host's code, whose changes reach nothing that is approved, run or recorded. */
export function copyForHost(input: JsonObject): JsonObject {
  const copy = orderedCopy(input);
  return isObject(copy) ? copy : structuredClone(input);
}

function objectOrNothing(read: () => unknown): JsonObject | undefined {
  try {
    const copiedValue = read();
    return isObject(copiedValue) ? copiedValue : undefined;
  } catch {
    // A cycle, a number or string that JSON cannot hold, or a getter that throws.
    return undefined;
  }
}

function canonicalValue(copiedValue: unknown): unknown {
  return orderedCopy(copiedValue) ?? copyByText(copiedValue);
}

/** For values that are not plain, such as a date. */
function copyByText(handedInput: unknown): unknown {
  // Checked before costly steps, and again on the copy: a getter may return other values.
  if (!isWithinDepth(deepestInput, handedInput)) return undefined;
  const copiedValue: unknown = JSON.parse(canonicalJson(handedInput as Json));
  return isWithinDepth(deepestInput, copiedValue) ? copiedValue : undefined;
}

/** Whether nothing is nested deeper than this. */
function isWithinDepth(levels: number, copiedValue: unknown): boolean {
  if (typeof copiedValue !== "object" || copiedValue === null) return true;
  return levels > 0 && Object.values(copiedValue).every((item) => isWithinDepth(levels - 1, item));
}

/** Values that are nested too deep are not counted, because they are not copied. */
function isSmallEnough(handedInput: unknown): boolean {
  let left = maxInputValues;
  const isPlainWithin = (copiedValue: unknown, levels: number): boolean => {
    if (typeof copiedValue !== "object" || copiedValue === null || levels === 0) return true;
    const isList = Array.isArray(copiedValue);
    const count = isList ? copiedValue.length : Object.keys(copiedValue).length;
    left -= count;
    if (left < 0 || (!isList && count > maxInputProperties)) return false;
    return Object.values(copiedValue).every((item) => isPlainWithin(item, levels - 1));
  };
  return isPlainWithin(handedInput, deepestInput);
}

/**
 * Whether a value takes at most about this many bytes as JSON. It copies nothing and takes as many
 * steps at most; lists and typed arrays are counted by their length first.
 */
function isWithinBytes(handedInput: unknown, max: number): boolean {
  let left = max;
  const take = (bytes: number): boolean => (left -= bytes) >= 0;
  const isPlainWithin = (copiedValue: unknown, levels: number): boolean => {
    if (!take(typeof copiedValue === "string" ? Buffer.byteLength(copiedValue) + 2 : 1)) return false;
    if (typeof copiedValue !== "object" || copiedValue === null || levels === 0) return true;
    if (Array.isArray(copiedValue))
      return take(copiedValue.length) && copiedValue.every((item) => isPlainWithin(item, levels - 1));
    if (ArrayBuffer.isView(copiedValue) && !take(2 * copiedValue.byteLength)) return false;
    return Object.keys(copiedValue).every(
      (key) =>
        take(Buffer.byteLength(key) + 3) &&
        isPlainWithin(copiedValue[key as keyof typeof copiedValue], levels - 1),
    );
  };
  return isPlainWithin(handedInput, deepestInput);
}
