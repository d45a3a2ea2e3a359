import { isList, isObject, type Json } from "@proviso/manifest";
import { quoteText } from "./quote-text.ts";

/**
 * Yields all leaf values of a JSON document as lines `path = value`: `to[0] = "anna@example.com"`.
 * Texts are quoted and escaped: no value can imitate a line. Nothing is shortened.
 */
export function* leavesOf(leaf: Json, path: string = ""): Iterable<string> {
  if (isList(leaf) && leaf.length > 0) {
    for (const [index, item] of leaf.entries()) yield* leavesOf(item, `${path}[${index}]`);
    return;
  }
  const entries = isObject(leaf) ? Object.entries(leaf) : [];
  for (const [key, part] of entries) yield* leavesOf(part, pathToLeaf(path, key));
  if (entries.length === 0 && path !== "") yield `${path} = ${leafText(leaf)}`;
}

/** Quotes keys that could be mistaken for a path. */
function pathToLeaf(path: string, key: string): string {
  if (!/^[A-Za-z_$][\w$-]*$/.test(key)) return `${path}[${quoteText(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}

function leafText(leaf: Json): string {
  if (typeof leaf === "string") return quoteText(leaf);
  if (typeof leaf === "boolean") return leaf ? "yes" : "no";
  if (isList(leaf)) return "empty list";
  return typeof leaf === "object" ? (leaf === null ? "nothing" : "empty object") : String(leaf);
}
