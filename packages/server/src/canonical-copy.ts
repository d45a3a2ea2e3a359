import { canonicalJson } from "@proviso/manifest";
import type { Json, JsonObject } from "@proviso/manifest";

/** A deep copy of a JSON object without anything that JSON cannot hold; undefined if it is none. */
export function canonicalCopy(value: unknown): JsonObject | undefined {
  try {
    const copy: unknown = JSON.parse(canonicalJson(value as Json));
    return isJsonObject(copy) ? copy : undefined;
  } catch {
    // A cycle, a number or string that JSON cannot hold, nesting beyond the stack, a getter that throws.
    return undefined;
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
