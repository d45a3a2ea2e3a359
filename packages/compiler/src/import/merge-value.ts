import { isObject, isSameJson, type Json, type JsonObject } from "@proviso/manifest";
import { recordOf } from "../syntax/record.ts";
import { type MapNode, findEntry, toJson } from "../syntax/syntax-tree.ts";
import { decisiveKeywords } from "../schemas/keywords.ts";
import { printEntry } from "./print-yaml.ts";
import { appendLines, type Editing, isBlock, removeEntry, replaceEntry } from "./text-edits.ts";

export interface Merging extends Editing {
  /** False if the previous import is unknown: the current contract then counts as its result. */
  readonly isBaseKnown: boolean;
  /** Reports a path at which the contract was updated, with the values. */
  changed(path: readonly string[], versions: Versions): void;
  /** Reports a conflict: server and person changed the same value. The person's is kept. */
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
  const edited = entry && toJson(entry.value);
  const baseValue = merging.isBaseKnown || edited === undefined ? versions.base : edited;
  const { next: nextImport } = versions;
  if (isSameJson(edited, nextImport) || isSameJson(baseValue, nextImport)) return;
  if (!entry || edited === undefined) {
    if (nextImport === undefined) return;
    // A person removed the entry.
    if (baseValue !== undefined) return merging.kept(path, nextImport);
    merging.changed(path, { base: undefined, next: nextImport });
    const column = (map.entries[0]?.keySpan.column ?? map.span.column) - 1;
    return appendLines(map, printEntry(key, nextImport, column), merging);
  }
  const inner = entry.value.kind === "map" && isBlock(entry.value, merging) ? entry.value : undefined;
  // A block map cannot be empty.
  const isLeft = isObject(nextImport) && Object.keys(nextImport).length > 0;
  if (inner && isLeft && isObject(baseValue) && isSameForm(baseValue, nextImport))
    return mergeMap(inner, baseValue, nextImport, path, merging);
  const merged = mergeData(edited, baseValue, nextImport, path, merging);
  if (merged === undefined) removeEntry(entry, merging);
  else if (!isSameJson(merged, edited)) replaceEntry(entry, merged, merging);
}

export function mergeMap(
  map: MapNode,
  baseValue: JsonObject,
  nextImport: JsonObject,
  path: readonly string[],
  merging: Merging,
): void {
  for (const key of new Set([...Object.keys(nextImport), ...Object.keys(baseValue)]))
    mergeEntry(map, key, { base: baseValue[key], next: nextImport[key] }, [...path, key], merging);
}

/** Merges values that are printed as a whole. */
function mergeData(
  edited: Json | undefined,
  baseValue: Json | undefined,
  nextImport: Json | undefined,
  path: readonly string[],
  merging: Merging,
): Json | undefined {
  if (isSameJson(edited, nextImport) || isSameJson(baseValue, nextImport)) return edited;
  if (isObject(edited) && isObject(baseValue) && isObject(nextImport) && isSameForm(baseValue, nextImport)) {
    const keys = [...new Set([...Object.keys(edited), ...Object.keys(nextImport)])];
    const merged = keys.map(
      (key) =>
        [key, mergeData(edited[key], baseValue[key], nextImport[key], [...path, key], merging)] as const,
    );
    return recordOf(merged.filter((entry): entry is [string, Json] => entry[1] !== undefined));
  }
  const isOurs = !isSameJson(edited, baseValue);
  if (isOurs) merging.kept(path, nextImport);
  else merging.changed(path, { base: baseValue, next: nextImport });
  return isOurs ? edited : nextImport;
}

/** Whether both are JSON Schema or both maps of properties: keys then have the same meaning. */
function isSameForm(a: JsonObject, b: JsonObject): boolean {
  return isSchemaVersion(a) === isSchemaVersion(b);
}

function isSchemaVersion(value: JsonObject): boolean {
  return Object.keys(value).some((key) => decisiveKeywords.has(key) || key.startsWith("$"));
}
