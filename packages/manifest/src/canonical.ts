import canonicalize from "canonicalize";
import type { Json } from "./contract.ts";

/** Canonical JSON (RFC 8785): equal values have equal text, whatever the order of their keys. */
export function canonicalJson(value: Json): string {
  const text = shortWay(value) ?? canonicalize(value);
  if (text === undefined) throw new TypeError("not a JSON value");
  return text;
}

/**
 * Five times as fast: plain JSON, copied with its keys in order, has its canonical text from `JSON.stringify`. Undefined
 * for whatever else there is, which the library reads or refuses; half characters, which are escaped, are among that.
 */
function shortWay(value: unknown): string | undefined {
  const ordered = inOrder(value, deepest);
  const text = ordered === undefined ? undefined : JSON.stringify(ordered);
  return text?.includes("\\ud") ? undefined : text;
}

/** How deep the short way goes: recursion must end. */
const deepest = 100;

function inOrder(value: unknown, depth: number): unknown {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "object" || depth === 0 || "toJSON" in value) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Array.prototype) return listInOrder(value as readonly unknown[], depth);
  const isPlain = prototype === Object.prototype || prototype === null;
  return isPlain ? objectInOrder(value as Record<string, unknown>, depth) : undefined;
}

function listInOrder(list: readonly unknown[], depth: number): unknown {
  const copy: unknown[] = [];
  for (const item of list) {
    const ordered = inOrder(item, depth - 1);
    if (ordered === undefined) return undefined;
    copy.push(ordered);
  }
  return copy;
}

function objectInOrder(object: Record<string, unknown>, depth: number): unknown {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(object).toSorted()) {
    const ordered = isOrdinary(key) ? inOrder(object[key], depth - 1) : undefined;
    if (ordered === undefined) return undefined;
    copy[key] = ordered;
  }
  return copy;
}

/** Neither a number, which an object keeps in an order of its own, nor `__proto__`, which sets something else. */
function isOrdinary(key: string): boolean {
  const first = key.charCodeAt(0);
  return !(first >= 48 && first <= 57) && key !== "__proto__";
}
