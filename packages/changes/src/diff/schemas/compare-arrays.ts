import { type Json, type JsonObject, listOf } from "@proviso/manifest";
import { isSame } from "../facts/json-value.ts";
import { byRank, difference, inside, type Walk, type Differences } from "./difference.ts";

/** The keywords about the items of a list. */
export function compareArrays(before: JsonObject, after: JsonObject, walk: Walk): Differences {
  return [...compareItems(before, after, walk), ...compareContains(before, after, walk)];
}

function compareItems(before: JsonObject, after: JsonObject, walk: Walk): Differences {
  // A list of schemas, as drafts up to 2019-09 have it.
  if (Array.isArray(before["items"]) || Array.isArray(after["items"]))
    return isSame(before["items"], after["items"])
      ? []
      : [difference(inside(walk, "items"), "unclear", before["items"], after["items"])];
  const [was, is] = [listOf(before["prefixItems"]), listOf(after["prefixItems"])];
  const positions = Array.from({ length: Math.max(was.length, is.length) }, (_, at) => at);
  return [
    ...positions.flatMap((at) =>
      walk.compare(
        was[at] ?? before["items"] ?? true,
        is[at] ?? after["items"] ?? true,
        inside(walk, "prefixItems", String(at)),
      ),
    ),
    ...walk.compare(before["items"] ?? true, after["items"] ?? true, inside(walk, "items")),
  ];
}

function compareContains(before: JsonObject, after: JsonObject, walk: Walk): Differences {
  const [was, is] = [before["contains"], after["contains"]];
  if (was === undefined && is === undefined) return [];
  const at = inside(walk, "contains");
  if (was === undefined) return [difference(at, "narrows", was, is)];
  if (is === undefined) return [difference(at, "widens", was, is)];
  const found = walk.compare(was, is, at);
  // With a limit above, more items that match are not always better.
  const isBounded = before["maxContains"] !== undefined || after["maxContains"] !== undefined;
  if (found.length > 0 && isBounded) return [difference(at, "unclear", was, is)];
  return [
    ...found,
    ...byRank(inside(walk, "minContains"), [before["minContains"], after["minContains"]], leastOf),
    ...byRank(inside(walk, "maxContains"), [before["maxContains"], after["maxContains"]], maxOf),
  ];
}

const leastOf = (value: Json | undefined): number => (typeof value === "number" ? value : 1);
const maxOf = (value: Json | undefined): number => (typeof value === "number" ? -value : -Infinity);
