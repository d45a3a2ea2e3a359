import type { Json, JsonSchema } from "../contract/contract.ts";
import { isObject } from "../contract/is-object.ts";

/** Keywords that hold one schema, a list of them, or a map of them. */
const holdsOne = [
  "items",
  "contains",
  "additionalProperties",
  "unevaluatedItems",
  "unevaluatedProperties",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
] as const;
const holdsList = ["prefixItems", "allOf", "anyOf", "oneOf"] as const;
const holdsMap = ["properties", "patternProperties", "dependentSchemas", "$defs"] as const;

type SchemaChange = (schema: JsonSchema, path: readonly string[]) => JsonSchema;

/**
 * The schema with what `change` makes of each schema right inside it, whose path it is told; the same object where nothing
 * changes. `true` and `false` are schemas as well, and stay as they are.
 */
export function mapInnerSchemas(
  schema: JsonSchema,
  change: SchemaChange,
  path: readonly string[] = [],
): JsonSchema {
  const changedKeywords: Record<string, Json> = {};
  const changeInner = (value: Json, at: readonly string[]): Json =>
    isObject(value) ? change(value, at) : value;
  const keepChange = (key: string, to: Json): void => {
    if (to !== schema[key]) changedKeywords[key] = to;
  };
  for (const key of holdsOne)
    if (Object.hasOwn(schema, key)) keepChange(key, changeInner(schema[key] ?? null, [...path, key]));
  for (const key of holdsList) {
    const list = Object.hasOwn(schema, key) ? schema[key] : undefined;
    if (Array.isArray(list))
      keepChange(
        key,
        sameList(
          list,
          list.map((inner: Json, at) => changeInner(inner, [...path, key, String(at)])),
        ),
      );
  }
  for (const key of holdsMap) {
    const map = Object.hasOwn(schema, key) ? schema[key] : undefined;
    if (!isObject(map)) continue;
    const entries = Object.entries(map).map(
      ([name, inner]) => [name, changeInner(inner, [...path, key, name])] as const,
    );
    if (entries.some(([name, inner]) => inner !== map[name])) keepChange(key, Object.fromEntries(entries));
  }
  return Object.keys(changedKeywords).length > 0 ? { ...schema, ...changedKeywords } : schema;
}

function sameList(list: readonly Json[], changed: readonly Json[]): readonly Json[] {
  return changed.every((inner, at) => inner === list[at]) ? list : changed;
}
