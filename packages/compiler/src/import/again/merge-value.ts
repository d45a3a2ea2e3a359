import type { Json, JsonObject } from "@proviso/manifest";
import { recordOf } from "../../syntax/record.ts";
import { type MapNode, findEntry, toJson } from "../../syntax/syntax-tree.ts";
import { decisiveKeywords } from "../../json-schema/keywords.ts";
import { isObject } from "../../json-schema/schema-data.ts";
import { printEntry } from "../print-yaml.ts";
import { isSame } from "./same-json.ts";
import { appendLines, type Editing, isBlock, removeEntry, replaceEntry } from "./text-edits.ts";

export interface Merging extends Editing {
  /** False if the previous import is unknown: the current contract then counts as its result. */
  readonly isBaseKnown: boolean;
  /** Reports a path at which the contract was updated. */
  changed(path: readonly string[]): void;
  /** Reports a conflict: the server and a person changed the same value, and the person's value is kept. */
  kept(path: readonly string[], server: Json | undefined): void;
}

/** The values of the previous import and of this one. */
export interface Versions {
  readonly base: Json | undefined;
  readonly next: Json | undefined;
}

/** Updates one entry of a map. A map in block style is updated entry by entry. */
export function mergeEntry(
  map: MapNode,
  key: string,
  versions: Versions,
  path: readonly string[],
  merging: Merging,
): void {
  const entry = findEntry(map, key);
  const current = entry && toJson(entry.value);
  const base = merging.isBaseKnown || current === undefined ? versions.base : current;
  const { next } = versions;
  if (isSame(current, next) || isSame(base, next)) return;
  if (!entry || current === undefined)
    return next === undefined ? undefined : insertMergedEntry(map, key, { base, next }, path, merging);
  const inner = entry.value.kind === "map" && isBlock(entry.value, merging) ? entry.value : undefined;
  // A block map cannot be empty.
  const isLeft = isObject(next) && Object.keys(next).length > 0;
  if (inner && isLeft && isObject(base) && isSameForm(base, next))
    return mergeMap(inner, base, next, path, merging);
  const merged = mergeData(current, base, next, path, merging);
  if (merged === undefined) removeEntry(entry, merging);
  else if (!isSame(merged, current)) replaceEntry(entry, merged, merging);
}

function insertMergedEntry(
  map: MapNode,
  key: string,
  { base, next }: Versions,
  path: readonly string[],
  merging: Merging,
): void {
  if (next === undefined) return;
  // A person removed the entry.
  if (base !== undefined) return merging.kept(path, next);
  merging.changed(path);
  const column = (map.entries[0]?.keySpan.column ?? map.span.column) - 1;
  appendLines(map, printEntry(key, next, column), merging);
}

export function mergeMap(
  map: MapNode,
  base: JsonObject,
  next: JsonObject,
  path: readonly string[],
  merging: Merging,
): void {
  for (const key of new Set([...Object.keys(next), ...Object.keys(base)]))
    mergeEntry(map, key, { base: base[key], next: next[key] }, [...path, key], merging);
}

/** Merges values that are printed as a whole. */
function mergeData(
  current: Json | undefined,
  base: Json | undefined,
  next: Json | undefined,
  path: readonly string[],
  merging: Merging,
): Json | undefined {
  if (isSame(current, next) || isSame(base, next)) return current;
  if (isObject(current) && isObject(base) && isObject(next) && isSameForm(base, next)) {
    const keys = [...new Set([...Object.keys(current), ...Object.keys(next)])];
    const merged = keys.map(
      (key) => [key, mergeData(current[key], base[key], next[key], [...path, key], merging)] as const,
    );
    return recordOf(merged.filter((entry): entry is [string, Json] => entry[1] !== undefined));
  }
  const isOurs = !isSame(current, base);
  if (isOurs) merging.kept(path, next);
  else merging.changed(path);
  return isOurs ? current : next;
}

/** Whether both are JSON Schema or both maps of properties, so that their keys have the same meaning. */
function isSameForm(a: JsonObject, b: JsonObject): boolean {
  return isSchemaVersion(a) === isSchemaVersion(b);
}

function isSchemaVersion(value: JsonObject): boolean {
  return Object.keys(value).some((key) => decisiveKeywords.has(key) || key.startsWith("$"));
}
