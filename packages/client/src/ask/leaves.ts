import type { Json, JsonObject } from "@proviso/manifest";
import { escapeText } from "@proviso/manifest";
import { quoteText } from "./quote-text.ts";

/**
 * All leaf values of a JSON document as lines `path = value`: `to[0] = "anna@example.com"`. Texts are quoted and escaped, so
 * that `"yes"` differs from `yes` and no value can imitate a line. Nothing is shortened.
 */
export function* leavesOf(value: Json, path: string = ""): Iterable<string> {
  if (isList(value) && value.length > 0) {
    for (const [index, item] of value.entries()) yield* leavesOf(item, `${path}[${index}]`);
    return;
  }
  const entries = isObject(value) ? Object.entries(value) : [];
  for (const [key, part] of entries) yield* leavesOf(part, pathToLeaf(path, key));
  if (entries.length === 0 && path !== "") yield `${path} = ${leafText(value)}`;
}

/** Quotes keys that could be mistaken for a path. */
function pathToLeaf(path: string, key: string): string {
  if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key)) return `${path}[${quoteText(key)}]`;
  return path === "" ? escapeText(key) : `${path}.${escapeText(key)}`;
}

function leafText(value: Json): string {
  if (typeof value === "string") return quoteText(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (isList(value)) return "empty list";
  return typeof value === "object" ? (value === null ? "nothing" : "empty object") : String(value);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !isList(value);
}
