import type { Json, JsonObject, JsonSchema } from "../contract/contract.ts";
import { isObject } from "../contract/is-object.ts";

/** What a keyword holds: one schema, a list of them, or a map of them. */
export const schemasHeld: ReadonlyMap<string, "one" | "list" | "map"> = new Map([
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

/** Gets the way from the outer schema to this one: the keyword and, in a list or map, the name. */
type SchemaChange = (schema: JsonSchema, ...steps: readonly string[]) => JsonSchema;

/**
 * The schema with what `change` makes of each schema right inside it; the same object where nothing
 * changes. `true` and `false` are schemas as well, and stay as they are.
 */
export function mapInnerSchemas(schema: JsonSchema, change: SchemaChange): JsonSchema {
  let changed: Record<string, Json> | undefined;
  for (const key of Object.keys(schema)) {
    const kind = schemasHeld.get(key);
    const value = schema[key];
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
  const all = value as JsonObject;
  let changed: Map<string, Json> | undefined;
  for (const name of Object.keys(all)) {
    const each = all[name];
    if (!isObject(each)) continue;
    const inner = change(each, key, name);
    if (inner === each) continue;
    changed ??= new Map(Object.entries(all));
    changed.set(name, inner);
  }
  if (!changed) return value;
  return kind === "list" ? [...changed.values()] : Object.fromEntries(changed);
}
