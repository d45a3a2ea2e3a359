import canonicalize from "canonicalize";
import type { Json } from "../contract/contract.ts";

/** Canonical JSON (RFC 8785): equal values have equal text, whatever the order of their keys. */
export function canonicalJson(value: Json): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("not a JSON value");
  return text;
}

/**
 * A deep copy of plain JSON whose key order makes `JSON.stringify` write canonical text. Each part
 * of the value is read once. Undefined for anything else: objects with a prototype or a `toJSON`,
 * incomplete surrogate pairs, keys that JavaScript reorders, more than a hundred levels.
 */
export function orderedCopy(value: unknown, depth = 100): Json | undefined {
  if (isScalar(value)) return value === 0 ? 0 : value; // JSON has only one zero.
  const kind = jsonKindOf(value, depth);
  if (kind === "list") return orderedList(value as readonly unknown[], depth - 1);
  return kind === "object" ? orderedObject(value as Record<string, unknown>, depth - 1) : undefined;
}

function orderedList(list: readonly unknown[], depth: number): Json | undefined {
  const copy: Json[] = [];
  for (const item of list) {
    const copied = orderedCopy(item, depth);
    if (copied === undefined) return undefined;
    copy.push(copied);
  }
  return copy;
}

function orderedObject(object: Record<string, unknown>, depth: number): Json | undefined {
  const copy: Record<string, Json> = {};
  for (const key of sortedKeys(object)) {
    const copied = isOrdinaryObject(key) ? orderedCopy(object[key], depth) : undefined;
    if (copied === undefined) return undefined;
    copy[key] = copied;
  }
  return copy;
}

/** Most objects are sorted already. */
function sortedKeys(object: object): readonly string[] {
  const keys = Object.keys(object);
  return keys.every((key, at) => at === 0 || (keys[at - 1] ?? "") < key) ? keys : keys.toSorted();
}

function isScalar(value: unknown): value is string | number | boolean | null {
  if (typeof value === "string") return value.isWellFormed();
  return (
    value === null || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))
  );
}

function jsonKindOf(value: unknown, depth: number): "list" | "object" | undefined {
  if (typeof value !== "object" || value === null || depth === 0 || "toJSON" in value) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Array.prototype) return "list";
  return prototype === Object.prototype || prototype === null ? "object" : undefined;
}

/** Excludes numeric keys, which JavaScript reorders, and `__proto__`, which sets the prototype. */
function isOrdinaryObject(key: string): boolean {
  const first = key.charCodeAt(0);
  return !(first >= 48 && first <= 57) && key !== "__proto__" && key.isWellFormed();
}
