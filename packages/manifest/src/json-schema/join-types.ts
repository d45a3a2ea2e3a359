import type { Json, JsonObject } from "../contract/contract.ts";
import { mergeAllOf } from "./merge-all-of.ts";

const numericTypes = ["exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf"];
/** Keywords that say something about values of this type only. For `format` see `isOwnKeyword`. */
export const ownKeywords: Readonly<Record<string, readonly string[]>> = {
  array: [
    "contains",
    "items",
    "maxContains",
    "maxItems",
    "minContains",
    "minItems",
    "prefixItems",
    "uniqueItems",
  ],
  boolean: [],
  integer: numericTypes,
  null: [],
  number: numericTypes,
  object: [
    "additionalProperties",
    "dependentRequired",
    "dependentSchemas",
    "maxProperties",
    "minProperties",
    "patternProperties",
    "properties",
    "propertyNames",
    "required",
  ],
  string: ["maxLength", "minLength", "pattern"],
};

/** Keywords whose values are data, in which no keyword is meant. */
export const literalKeywords: ReadonlySet<string> = new Set(["const", "default", "enum"]);

const numberFormats: ReadonlySet<Json | undefined> = new Set(["double", "float", "int32", "int64"]);

/** Whether a keyword says something about values of this type. */
export function isOwnKeyword(type: string, keyword: string, value: Json | undefined): boolean {
  if (keyword !== "format") return ownKeywords[type]?.includes(keyword) === true;
  return numberFormats.has(value) ? type === "integer" || type === "number" : type === "string";
}

/**
 * A schema whose alternatives differ in their type as one with a list of types: `anyOf: [{ type: string }, { type: "null" }]` is
 * `type: ["null", string]`. What an alternative says beside its type must say nothing about values of other types.
 */
export function joinTypes(schema: JsonObject): JsonObject {
  const { anyOf, oneOf, ...rest } = schema;
  const [branches, more] = anyOf === undefined ? [oneOf, undefined] : [anyOf, oneOf];
  if (!Array.isArray(branches) || more !== undefined) return schema;
  const joined = joinBranches(branches);
  if (!joined || Object.keys(rest).length === 0) return joined ?? schema;
  const others = Array.isArray(rest["allOf"]) ? (rest["allOf"] as readonly Json[]) : [];
  const merged = mergeAllOf({ ...rest, allOf: [...others, joined] });
  return merged["allOf"] === undefined ? merged : schema;
}

function joinBranches(branches: readonly Json[]): JsonObject | undefined {
  const types: string[] = [];
  let joined: JsonObject = {};
  for (const branch of branches) {
    if (typeof branch !== "object" || branch === null || Array.isArray(branch)) return undefined;
    const { type, ...rest } = branch as JsonObject;
    if (typeof type !== "string" || !Object.hasOwn(ownKeywords, type)) return undefined;
    const isOwn = Object.entries(rest).every(
      ([key, value]) => !Object.hasOwn(joined, key) && isOwnKeyword(type, key, value),
    );
    if (!isOwn) return undefined;
    types.push(type);
    joined = { ...joined, ...rest };
  }
  const families = types.map((type) => (type === "integer" ? "number" : type));
  if (types.length === 0 || new Set(families).size < types.length) return undefined;
  const [only, ...others] = types.toSorted();
  return { ...joined, type: others.length === 0 && only !== undefined ? only : types.toSorted() };
}
