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
    const text = canonicalJson(given as Json);
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && depthOf(value) <= deepest ? { value, text } : undefined;
  } catch {
    // A cycle, a number or string that JSON cannot hold, a getter that throws.
    return undefined;
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Level by level, not by recursion. */
function depthOf(value: JsonObject): number {
  let depth = 0;
  for (let level: readonly unknown[] = [value]; level.length > 0 && depth <= deepest; depth++) {
    level = level.flatMap((item) => Object.values(item as object)).filter(isContainer);
  }
  return depth;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
