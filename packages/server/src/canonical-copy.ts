import { canonicalJson } from "@proviso/manifest";
import type { Json, JsonObject } from "@proviso/manifest";

/** Deeper than any contract needs, and far less than what any recursion after this can bear. */
const deepest = 100;

/** A deep copy of a JSON object without anything that JSON cannot hold; undefined if it is none, or too deep. */
export function canonicalCopy(value: unknown): JsonObject | undefined {
  return readCanonical(value)?.value;
}

/** The same with its canonical text. */
export function readCanonical(
  given: unknown,
): { readonly value: JsonObject; readonly text: string } | undefined {
  try {
    // Before what costs time, and after it of what there is then: a getter may say something else each time.
    if (!isWithin(deepest, given)) return undefined;
    const text = canonicalJson(given as Json);
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && isWithin(deepest, value) ? { value, text } : undefined;
  } catch {
    // A cycle, a number or string that JSON cannot hold, a getter that throws.
    return undefined;
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether nothing in it lies deeper. The recursion ends where the levels do. */
function isWithin(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((item) => isWithin(levels - 1, item));
}
