import { type Json, type JsonObject, listOf } from "@proviso/manifest";
import { isSame } from "../facts/json-value.ts";
import { areDisjoint } from "./are-disjoint.ts";
import { difference, inside, isCovered, negated, type Walk, type Differences } from "./difference.ts";

/** The keywords that combine schemas for the same value. */
export function compareAlternatives(before: JsonObject, after: JsonObject, walk: Walk): Differences {
  return [
    ...compareAll(listOf(before["allOf"]), listOf(after["allOf"]), inside(walk, "allOf")),
    ...compareAny("anyOf", before, after, walk),
    ...compareOneOf(before, after, walk),
    ...compareNot(before["not"], after["not"], inside(walk, "not")),
    ...compareIf(before, after, walk),
  ];
}

/** All have to fit: one more narrows. */
function compareAll(before: readonly Json[], after: readonly Json[], walk: Walk): Differences {
  const implied = (parts: readonly Json[], part: Json, isBefore: boolean): boolean =>
    parts.some((each) =>
      isCovered(isBefore ? walk.compare(each, part, walk) : negated(walk.compare(part, each, walk))),
    );
  return [
    ...after.flatMap((part, at) =>
      implied(before, part, true) ? [] : [difference(inside(walk, String(at)), "narrows", undefined, part)],
    ),
    ...before.flatMap((part, at) =>
      implied(after, part, false) ? [] : [difference(inside(walk, String(at)), "widens", part, undefined)],
    ),
  ];
}

/** One has to fit: one more widens. Where one side has no alternatives, every value fits. */
function compareAny(key: "anyOf" | "oneOf", before: JsonObject, after: JsonObject, walk: Walk): Differences {
  const [was, is] = [before[key], after[key]];
  if (was === undefined && is === undefined) return [];
  const at = inside(walk, key);
  if (!Array.isArray(was) || !Array.isArray(is))
    return [difference(at, was === undefined ? "narrows" : "widens", was, is)];
  return compareBranches(listOf(was), listOf(is), at);
}

function compareBranches(was: readonly Json[], is: readonly Json[], walk: Walk): Differences {
  const at = (index: number): Walk => inside(walk, String(index));
  const results = was.map((one) => is.map((other, index) => walk.compare(one, other, at(index))));
  const lost = was.flatMap((_, index) => (results[index]?.some(isCovered) ? [] : [index]));
  const gained = is.flatMap((_, index) =>
    results.some((row) => isCovered(negated(row[index] ?? []))) ? [] : [index],
  );
  // One alternative that changed is told by what changed in it.
  const [changed, ...more] = new Set([...lost, ...gained]);
  if (changed !== undefined && more.length === 0 && was.length === is.length)
    return results[changed]?.[changed] ?? [];
  return [
    ...lost.map((index) => difference(at(index), "narrows", was[index], undefined)),
    ...gained.map((index) => difference(at(index), "widens", undefined, is[index])),
  ];
}

/**
 * One side has only alternatives, the other none, which counts as one. Undefined for others.
 */
export function compareWrapped(before: JsonObject, after: JsonObject, walk: Walk): Differences | undefined {
  const [was, is] = [branchesAlone(before, walk.before), branchesAlone(after, walk.after)];
  if (!was === !is || hasBranches(was ? after : before)) return undefined;
  const at = inside(walk, (was ?? is)?.key ?? "");
  return compareBranches(was?.branches ?? [before], is?.branches ?? [after], at);
}

interface Branches {
  readonly key: "anyOf" | "oneOf";
  readonly branches: readonly Json[];
}

function branchesAlone(schema: JsonObject, root: Json): Branches | undefined {
  const [key, ...more] = Object.keys(schema);
  if ((key !== "anyOf" && key !== "oneOf") || more.length > 0) return undefined;
  const branches = listOf(schema[key]);
  return key === "anyOf" || areDisjoint(branches, root) ? { key, branches } : undefined;
}

function hasBranches(schema: JsonObject): boolean {
  return schema["anyOf"] !== undefined || schema["oneOf"] !== undefined;
}

/** Exactly one has to fit. Only alternatives that exclude each other are compared like `anyOf`. */
function compareOneOf(before: JsonObject, after: JsonObject, walk: Walk): Differences {
  const [was, is] = [before["oneOf"], after["oneOf"]];
  if (was === undefined || is === undefined) return compareAny("oneOf", before, after, walk);
  const found = compareAny("oneOf", before, after, walk);
  const strictly = { ...walk, outside: walk.pairs.length };
  const isSameList =
    listOf(was).length === listOf(is).length &&
    listOf(was).every((each, at) => walk.compare(each, listOf(is)[at] ?? true, strictly).length === 0);
  if (isSameList) return [];
  const areClear = areDisjoint(listOf(was), walk.before) && areDisjoint(listOf(is), walk.after);
  return areClear ? found : [difference(inside(walk, "oneOf"), "unclear", was, is)];
}

function compareNot(was: Json | undefined, is: Json | undefined, walk: Walk): Differences {
  if (was === undefined && is === undefined) return [];
  if (was === undefined) return [difference(walk, "narrows", was, is)];
  if (is === undefined) return [difference(walk, "widens", was, is)];
  return negated(walk.compare(was, is, { ...walk, outside: walk.pairs.length }));
}

/** If the condition is equal, compares what follows; `then` and `else` alone mean nothing. */
function compareIf(before: JsonObject, after: JsonObject, walk: Walk): Differences {
  const [was, is] = [before["if"], after["if"]];
  if (was === undefined && is === undefined) return [];
  if (isSame(conditional(before), conditional(after)) && isSame(walk.before, walk.after)) return [];
  const at = inside(walk, "if");
  const isSameCondition =
    was !== undefined &&
    is !== undefined &&
    walk.compare(was, is, { ...at, outside: walk.pairs.length }).length === 0;
  if (!isSameCondition) return [difference(at, "unclear", was, is)];
  return (["then", "else"] as const).flatMap((key) =>
    walk.compare(before[key] ?? true, after[key] ?? true, inside(walk, key)),
  );
}

function conditional({ if: condition = null, then: yes = null, else: no = null }: JsonObject): Json {
  return [condition, yes, no];
}
