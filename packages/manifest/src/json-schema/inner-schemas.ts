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

/** Is told how to get from the outer schema to this one: the keyword and, in a list or a map, the name. */
type SchemaChange = (schema: JsonSchema, ...steps: readonly string[]) => JsonSchema;

/**
 * The schema with what `change` makes of each schema right inside it; the same object where nothing changes. `true` and `false`
 * are schemas as well, and stay as they are.
 */
export function mapInnerSchemas(schema: JsonSchema, change: SchemaChange): JsonSchema {
  let changed: Record<string, Json> | undefined;
  for (const [key, value] of Object.entries(schema)) {
    const kind = held.get(key);
    if (kind === undefined || typeof value !== "object") continue;
    const inner = kind === "one" ? changeOne(value, change, key) : changeAll(value, kind, change, key);
    if (inner === value) continue;
    changed ??= { ...schema };
    changed[key] = inner;
  }
  return changed ?? schema;
}

function changeOne(value: Json, change: SchemaChange, key: string): Json {
  return isObject(value) ? change(value, key) : value;
}

function changeAll(value: Json, kind: "list" | "map", change: SchemaChange, key: string): Json {
  if ((kind === "list") !== Array.isArray(value) || value === null) return value;
  let isChanged = false;
  const entries = Object.entries(value as JsonObject).map(([name, each]) => {
    const inner = isObject(each) ? change(each, key, name) : each;
    isChanged ||= inner !== each;
    return [name, inner] as const;
  });
  if (!isChanged) return value;
  return kind === "list" ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}
