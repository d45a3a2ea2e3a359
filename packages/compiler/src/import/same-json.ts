import { isObject, type Json } from "@proviso/manifest";

/** Whether two values are equal, ignoring the order of keys. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((each: Json, index) => isSame(each, b[index]));
  if (!isObject(a) || !isObject(b)) return false;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  return keys.length === others.length && keys.every((key) => key in b && isSame(a[key], b[key]));
}
