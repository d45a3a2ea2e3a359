import { canonicalJson, isObject, type Json, type JsonObject, wireSchema } from "@proviso/manifest";
import { comparedKeywords, isSameSchema } from "@proviso/manifest/same-schema";
import { isSame } from "../facts/json-value.ts";
import { compareAlternatives, compareWrapped } from "./compare-alternatives.ts";
import { compareArrays } from "./compare-arrays.ts";
import { compareObjects } from "./compare-objects.ts";
import { compareValues } from "./compare-values.ts";
import { difference, type Differences, inside, type Walk } from "./difference.ts";
import { flatSchema, followReference } from "./flat-schema.ts";

const maxNodes = 20_000;
const deepest = 200;

/** Thrown if the comparison of two schemas would take too long. */
class TooLarge extends Error {}

/** These depend on what the schemas beside them have evaluated, or on where one was entered. */
const watching = /"(?:unevaluated(?:Items|Properties)|\$(?:dynamic|recursive)(?:Ref|Anchor)|\$anchor)"/;
const dialect = /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;

/**
 * What differs between the values that two schemas accept. Without a `narrows` or `unclear`
 * difference, every value of the earlier schema is one of the later schema; without a `widens` or
 * `unclear` one, the reverse. An absent schema accepts every value. Both may be any JSON.
 */
export function compareSchemas(before: Json | undefined, after: Json | undefined): Differences {
  const [was, is] = [wired(before), wired(after)];
  if (isSame(was, is)) return [];
  const root: Walk = {
    before: was,
    after: is,
    path: [],
    pairs: [],
    outside: 0,
    budget: { nodes: maxNodes },
    compare: compareNodes,
  };
  const unclear = [difference(root, "unclear", before, after)];
  if (isObject(was) && isObject(is) && isSameSchema(was, is)) return [];
  if (![was, is].every(isUnderstood)) return unclear;
  try {
    return compareNodes(was, is, root);
  } catch (error) {
    if (error instanceof TooLarge) return unclear;
    throw error;
  }
}

function wired(schema: Json | undefined): Json {
  if (schema === undefined) return true;
  return isObject(schema) ? wireSchema(schema) : schema;
}

function isUnderstood(schema: Json): boolean {
  if (watching.test(JSON.stringify(schema))) return false;
  const stated = isObject(schema) ? schema["$schema"] : undefined;
  return stated === undefined || (typeof stated === "string" && dialect.test(stated));
}

const ids = new WeakMap<object, number>();
let lastId = 0;

function idOf(schema: Json): string {
  if (typeof schema !== "object" || schema === null) return String(schema);
  const id = ids.get(schema) ?? ++lastId;
  ids.set(schema, id);
  return `#${id}`;
}

function compareNodes(beforeRef: Json, afterRef: Json, outer: Walk): Differences {
  const before = followReference(beforeRef, outer.before);
  const after = followReference(afterRef, outer.after);
  if (--outer.budget.nodes < 0 || outer.pairs.length > deepest) throw new TooLarge();
  if (isSame(before, after) && !canonicalJson(before).includes('"$ref"')) return [];
  const pair = `${idOf(before)} ${idOf(after)}`;
  const met = outer.pairs.indexOf(pair);
  if (met >= 0) return met < outer.outside ? [difference(outer, "unclear", before, after)] : [];
  const walk = { ...outer, pairs: [...outer.pairs, pair] };
  const [was, is] = [flatSchema(before, walk.before), flatSchema(after, walk.after)];
  if (was === undefined || is === undefined) return [difference(walk, "unclear", before, after)];
  const [wasNever, isNever] = [acceptsNothing(was), acceptsNothing(is)];
  if (wasNever || isNever) {
    if (wasNever && isNever) return [];
    return [difference(walk, wasNever ? "widens" : "narrows", before, after)];
  }
  if (was === false || is === false) return [];
  return compareFlat(was, is, walk);
}

function acceptsNothing(schema: JsonObject | false): boolean {
  if (schema === false) return true;
  const { not, enum: listed } = schema;
  return (
    not === true ||
    (isObject(not) && Object.keys(not).length === 0) ||
    (Array.isArray(listed) && listed.length === 0)
  );
}

function compareFlat(before: JsonObject, after: JsonObject, walk: Walk): Differences {
  const unknown = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !comparedKeywords.has(key),
  );
  const wrapped = compareWrapped(before, after, walk);
  if (wrapped) return wrapped;
  return [
    ...unknown.flatMap((key) =>
      isSame(before[key], after[key])
        ? []
        : [difference(inside(walk, key), "unclear", before[key], after[key])],
    ),
    ...compareValues(before, after, walk),
    ...compareObjects(before, after, walk),
    ...compareArrays(before, after, walk),
    ...compareAlternatives(before, after, walk),
  ];
}
