import { isObject, type Json, type JsonObject } from "@proviso/manifest";

/** A received value, if it is an object. */
export function asObject(received: unknown): JsonObject | undefined {
  return isObject(received) ? received : undefined;
}

/** A received value, if it is a list of strings. */
export function asStrings(received: unknown): readonly string[] | undefined {
  return Array.isArray(received) && received.every((item: Json) => typeof item === "string")
    ? received
    : undefined;
}

export function asString(received: unknown): string | undefined {
  return typeof received === "string" ? received : undefined;
}
