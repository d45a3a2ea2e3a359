import canonicalize from "canonicalize";
import type { Json } from "../contract/contract.ts";

/** Canonical JSON (RFC 8785): equal values have equal text, whatever the order of their keys. */
export function canonicalJson(value: Json): string {
  const ordered = isOrdered(value, deepest) ? value : orderedCopy(value);
  // What is not plain the library reads or refuses; for all else this takes a fraction of its time.
  const text = ordered === undefined ? canonicalize(value) : JSON.stringify(ordered);
  if (text === undefined) throw new TypeError("not a JSON value");
  return text;
}

/**
 * A deep copy of plain JSON, its keys in such an order that `JSON.stringify` writes its canonical text. Each part of the value
 * is read once. Undefined for whatever else there is: objects with a prototype or a `toJSON`, half characters, keys that an
 * object keeps in an order of its own, more than a hundred levels.
 */
export function orderedCopy(value: unknown): Json | undefined {
  return copyOf(value, deepest);
}

/** How deep we go: recursion must end. */
const deepest = 100;

function copyOf(value: unknown, depth: number): Json | undefined {
  if (isScalar(value)) return value === 0 ? 0 : value; // JSON has but one zero
  const kind = kindOf(value, depth);
  if (kind === "list") return copyOfList(value as readonly unknown[], depth - 1);
  return kind === "object" ? copyOfObject(value as Record<string, unknown>, depth - 1) : undefined;
}

function copyOfList(list: readonly unknown[], depth: number): Json | undefined {
  const copy: Json[] = [];
  for (const item of list) {
    const copied = copyOf(item, depth);
    if (copied === undefined) return undefined;
    copy.push(copied);
  }
  return copy;
}

function copyOfObject(object: Record<string, unknown>, depth: number): Json | undefined {
  const copy: Record<string, Json> = {};
  for (const key of sortedKeys(object)) {
    const copied = isOrdinary(key) ? copyOf(object[key], depth) : undefined;
    if (copied === undefined) return undefined;
    copy[key] = copied;
  }
  return copy;
}

/** Most objects come in order, and need no sorting. */
function sortedKeys(object: object): readonly string[] {
  const keys = Object.keys(object);
  return keys.every((key, at) => at === 0 || (keys[at - 1] ?? "") < key) ? keys : keys.toSorted();
}

/** Whether a value need not even be copied: code that knows the order makes objects in it. */
function isOrdered(value: unknown, depth: number): boolean {
  if (isScalar(value)) return true;
  const kind = kindOf(value, depth);
  if (kind === "list") return (value as readonly unknown[]).every((item) => isOrdered(item, depth - 1));
  return kind === "object" && isOrderedObject(value as Record<string, unknown>, depth - 1);
}

function isOrderedObject(object: Record<string, unknown>, depth: number): boolean {
  let last = "";
  for (const key of Object.keys(object)) {
    if (key < last || !isOrdinary(key) || !isOrdered(object[key], depth)) return false;
    last = key;
  }
  return true;
}

function isScalar(value: unknown): value is string | number | boolean | null {
  if (typeof value === "string") return value.isWellFormed();
  return (
    value === null || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))
  );
}

function kindOf(value: unknown, depth: number): "list" | "object" | undefined {
  if (typeof value !== "object" || value === null || depth === 0 || "toJSON" in value) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Array.prototype) return "list";
  return prototype === Object.prototype || prototype === null ? "object" : undefined;
}

/** Neither a number, which an object keeps in an order of its own, nor `__proto__`, which sets something else. */
function isOrdinary(key: string): boolean {
  const first = key.charCodeAt(0);
  return !(first >= 48 && first <= 57) && key !== "__proto__" && key.isWellFormed();
}
