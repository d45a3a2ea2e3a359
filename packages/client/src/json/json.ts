import type { Json, JsonObject } from "@proviso/manifest";

/** A received value, if it is an object. */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

/** A received value, if it is a list of strings. */
export function asStrings(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((item: Json) => typeof item === "string") ? value : undefined;
}

export function asString(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
