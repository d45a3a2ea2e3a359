import type { Json, JsonObject } from "@proviso/manifest";

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a contract can hold a value as it is: whole characters, finite numbers, and keys that it takes. */
export function isWritable(value: Json): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isWritable);
  if (!isObject(value)) return true;
  const keys = Object.keys(value);
  const isApart = new Set(keys.map((key) => key.toLowerCase())).size === keys.length;
  return isApart && keys.every(isWritableKey) && Object.values(value).every(isWritable);
}

export function isWritableKey(key: string): boolean {
  return key !== "" && key !== "<<" && key !== "__proto__" && key.isWellFormed();
}

/** The name of a JSON type that a value has; an integer is a number as well. */
export function hasType(value: Json, type: string): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  return type === "object" ? isObject(value) : typeof value === type;
}
