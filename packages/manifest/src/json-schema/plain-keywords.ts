import type { Json, JsonObject } from "../contract/contract.ts";
import { isObject } from "../contract/is-object.ts";
import { linearPattern } from "../patterns/linear-pattern.ts";
import { isOwnKeyword } from "./join-types.ts";
import { ownKeywords } from "./keywords.ts";

/** Removes keywords that say nothing about values of the types that the schema has. */
export function withoutPointless(schema: JsonObject): JsonObject {
  const { type } = schema;
  if (type === undefined) return schema;
  const types = [type].flat().map(String);
  return Object.fromEntries(
    Object.entries(schema).filter(
      ([key, value]) => !isTypedKeyword(key, value) || types.some((each) => isOwnKeyword(each, key, value)),
    ),
  );
}

function isTypedKeyword(key: string, value: Json): boolean {
  return Object.keys(ownKeywords).some((type) => isOwnKeyword(type, key, value));
}

/** A pattern that only one name matches is that property: `^A$`. */
export function withPlainProperties(schema: JsonObject): JsonObject {
  const { patternProperties, properties = {} } = schema;
  if (!isObject(patternProperties) || !isObject(properties)) return schema;
  const [named, others]: [[string, Json][], [string, Json][]] = [[], []];
  for (const [pattern, each] of Object.entries(patternProperties)) {
    const name = onlyNameOf(pattern);
    const isFree = name !== undefined && !Object.hasOwn(properties, name);
    if (isFree && !named.some(([taken]) => taken === name)) named.push([name, each]);
    else others.push([pattern, each]);
  }
  if (named.length === 0) return schema;
  const { patternProperties: _patterns, ...rest } = schema;
  return {
    ...rest,
    properties: Object.fromEntries([...Object.entries(properties), ...named]),
    ...(others.length > 0 ? { patternProperties: Object.fromEntries(others) } : {}),
  };
}

function onlyNameOf(pattern: string): string | undefined {
  const inner = /^\^((?:[^$\\.*+?()[\]{}|^]|\\[\^$\\.*+?()[\]{}|/])*)\$$/u.exec(pattern)?.[1];
  return inner?.replaceAll(/\\(.)/gu, "$1");
}

/** Whether a text or a number is within the bounds beside it; true where that is uncertain. */
export function fitsBounds(schema: JsonObject, value: Json): boolean {
  const bound = (key: string, otherwise: number): number =>
    typeof schema[key] === "number" ? schema[key] : otherwise;
  if (typeof value === "string") {
    const { pattern } = schema;
    const { length } = [...value];
    const isLong = length >= bound("minLength", 0) && length <= bound("maxLength", Infinity);
    return isLong && (typeof pattern !== "string" || mayMatch(pattern, value));
  }
  if (typeof value !== "number") return true;
  return (
    value >= bound("minimum", -Infinity) &&
    value <= bound("maximum", Infinity) &&
    value > bound("exclusiveMinimum", -Infinity) &&
    value < bound("exclusiveMaximum", Infinity)
  );
}

function mayMatch(pattern: string, text: string): boolean {
  try {
    return linearPattern(pattern)?.(text, { left: maxEnumSteps }) ?? true;
  } catch {
    return true;
  }
}

/** Steps of a pattern for each value of an `enum`. */
const maxEnumSteps = 10_000;
