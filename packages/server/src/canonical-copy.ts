import { canonicalJson, orderedCopy } from "@proviso/manifest";
import type { Json, JsonObject } from "@proviso/manifest";

/** Deeper than any contract needs, and far less than what any recursion after this can bear. */
const deepest = 100;

/** A deep copy of a JSON object without anything that JSON cannot hold; undefined if it is none, or too deep. */
export function canonicalCopy(value: unknown): JsonObject | undefined {
  try {
    const copy = orderedCopy(value) ?? copyByText(value);
    return isJsonObject(copy) ? copy : undefined;
  } catch {
    // A cycle, a number or string that JSON cannot hold, a getter that throws.
    return undefined;
  }
}

/** The same with its canonical text. */
export function readCanonical(
  given: unknown,
): { readonly value: JsonObject; readonly text: string } | undefined {
  const value = canonicalCopy(given);
  return value && { value, text: canonicalJson(value) };
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
