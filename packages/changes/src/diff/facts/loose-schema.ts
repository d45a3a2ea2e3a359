import { isObject, type Json, type JsonObject, type JsonSchema, mapInnerSchemas } from "@proviso/manifest";

const kept: ReadonlySet<string> = new Set([
  "type",
  "properties",
  "items",
  "prefixItems",
  "additionalProperties",
  "anyOf",
  "oneOf",
  "allOf",
  "$ref",
  "$defs",
]);

/** The types of the arguments of either schema, without bounds; every argument is optional. */
export function looseSchema(was: JsonSchema, is: JsonSchema): JsonSchema {
  const [before, after] = [loosened(was), loosened(is)];
  const joined = (key: string): JsonObject => ({ ...objectAt(before, key), ...objectAt(after, key) });
  return { ...before, ...after, properties: joined("properties"), $defs: joined("$defs") };
}

function loosened(schema: JsonSchema): JsonSchema {
  const { const: only, enum: listed } = schema;
  const values = Array.isArray(listed) ? (listed as readonly Json[]) : only === undefined ? [] : [only];
  const types = [...new Set(values.map(typeOf))];
  const type =
    schema["type"] === "integer" ? "number" : (schema["type"] ?? (types.length === 1 ? types[0] : undefined));
  const own = Object.fromEntries(Object.entries(schema).filter(([key]) => kept.has(key)));
  return mapInnerSchemas({ ...own, ...(type !== undefined && { type }) }, loosened);
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

function objectAt(schema: JsonSchema, key: string): JsonObject {
  const value = schema[key];
  return isObject(value) ? value : {};
}
