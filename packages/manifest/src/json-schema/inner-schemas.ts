import type { Json, JsonObject, JsonSchema } from "../contract/contract.ts";
import { isObject } from "../contract/is-object.ts";

/** The keywords that hold one schema, a list of them, or a map of them. */
const held = new Map<string, "one" | "list" | "map">([
  ["items", "one"],
  ["contains", "one"],
  ["additionalProperties", "one"],
  ["unevaluatedItems", "one"],
  ["unevaluatedProperties", "one"],
  ["propertyNames", "one"],
  ["not", "one"],
  ["if", "one"],
  ["then", "one"],
  ["else", "one"],
  ["prefixItems", "list"],
  ["allOf", "list"],
  ["anyOf", "list"],
  ["oneOf", "list"],
  ["properties", "map"],
  ["patternProperties", "map"],
  ["dependentSchemas", "map"],
  ["$defs", "map"],
]);

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
  let changed: Record<string, Json> | undefined;
  for (const [key, value] of Object.entries(schema)) {
    const kind = held.get(key);
    if (kind === undefined || typeof value !== "object") continue;
    const at = [...path, key];
    const inner =
      kind === "one" ? changeInner(value, change, at) : changeAll(value, kind === "list", change, at);
    if (inner !== value) changed = { ...changed, [key]: inner };
  }
  return changed ? { ...schema, ...changed } : schema;
}

function changeInner(value: Json, change: SchemaChange, at: readonly string[]): Json {
  return isObject(value) ? change(value, at) : value;
}

function changeAll(value: Json, isList: boolean, change: SchemaChange, at: readonly string[]): Json {
  if (isList !== Array.isArray(value) || value === null) return value;
  const entries = Object.entries(value as JsonObject);
  const inner = entries.map(([name, each]) => changeInner(each, change, [...at, name]));
  if (inner.every((each, index) => each === entries[index]?.[1])) return value;
  return isList ? inner : Object.fromEntries(entries.map(([name], index) => [name, inner[index] ?? null]));
}
