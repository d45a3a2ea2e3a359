import type { Json, JsonObject, JsonSchema } from "../contract/contract.ts";

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

/**
 * A schema for readers who know JSON Schema only: without our keyword `sensitive`, which a strict validator refuses. It says what
 * the server leaves out of its records, and means nothing to whoever makes or checks a value. A schema without it stays the same object.
 */
export function publicSchema(schema: JsonSchema): JsonSchema {
  if (!mayBeMarked(schema)) return schema;
  const { sensitive: _sensitive, ...rest } = schema;
  const open: Record<string, Json> = rest;
  for (const key of holdsOne) change(open, key, publicPart);
  for (const key of holdsList)
    change(open, key, (list) => (Array.isArray(list) ? list.map(publicPart) : list));
  for (const key of holdsMap) change(open, key, (map) => (isObject(map) ? publicMap(map) : map));
  return open;
}

function change(schema: Record<string, Json>, key: string, to: (value: Json) => Json): void {
  const value = Object.hasOwn(schema, key) ? schema[key] : undefined;
  if (value !== undefined) schema[key] = to(value);
}

/** `true` and `false` are schemas as well. */
function publicPart(value: Json): Json {
  return isObject(value) ? publicSchema(value) : value;
}

function publicMap(map: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(map).map(([name, schema]) => [name, publicPart(schema)]));
}

/** A property or a text may be called so as well: that is found out on the way. */
function mayBeMarked(value: Json): boolean {
  if (Array.isArray(value)) return value.some(mayBeMarked);
  return isObject(value) && (Object.hasOwn(value, "sensitive") || Object.values(value).some(mayBeMarked));
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
