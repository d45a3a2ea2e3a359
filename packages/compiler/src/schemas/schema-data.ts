import { isObject, type Json } from "@proviso/manifest";

/** Whether a contract can hold a value: well-formed text, finite numbers, allowed keys. */
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

/** Whether a value has a JSON type. An integer is also a number. */
export function hasType(value: Json, type: string): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  return type === "object" ? isObject(value) : typeof value === type;
}
