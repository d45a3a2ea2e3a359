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
