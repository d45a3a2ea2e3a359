import type { Json, JsonObject } from "../contract/contract.ts";

const numericTypes = ["exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf"];
/** Keywords that say something about values of this type only. */
const ownKeywords: Readonly<Record<string, readonly string[]>> = {
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

/**
 * A schema whose alternatives differ in their type as one with a list of types: `anyOf: [{ type: string }, { type: "null" }]` is
 * `type: ["null", string]`. What an alternative says beside its type must say nothing about values of other types.
 */
export function joinTypes(schema: JsonObject): JsonObject {
  const { anyOf, oneOf, ...rest } = schema;
  const [branches, more] = anyOf === undefined ? [oneOf, undefined] : [anyOf, oneOf];
  if (!Array.isArray(branches) || more !== undefined || Object.keys(rest).length > 0) return schema;
  const joined = joinBranches(branches);
  return joined ?? schema;
}

function joinBranches(branches: readonly Json[]): JsonObject | undefined {
  const types: string[] = [];
  let joined: JsonObject = {};
  for (const branch of branches) {
    if (typeof branch !== "object" || branch === null || Array.isArray(branch)) return undefined;
    const { type, ...rest } = branch as JsonObject;
    const own: readonly string[] | undefined = typeof type === "string" ? ownKeywords[type] : undefined;
    if (typeof type !== "string" || !own || !Object.keys(rest).every((key) => own.includes(key)))
      return undefined;
    types.push(type);
    joined = { ...joined, ...rest };
  }
  const families = types.map((type) => (type === "integer" ? "number" : type));
  if (types.length === 0 || new Set(families).size < types.length) return undefined;
  const [only, ...others] = types.toSorted();
  return { ...joined, type: others.length === 0 && only !== undefined ? only : types.toSorted() };
}
