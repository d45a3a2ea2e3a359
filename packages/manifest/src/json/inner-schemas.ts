import type { Json, JsonObject, JsonSchema } from "../contract/contract.ts";

/** Keywords with one schema, a list of schemas, or a map of schemas. */
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

/** The schema with each direct sub-schema changed. */
export function mapInnerSchemas(
  schema: JsonSchema,
  to: (inner: JsonSchema) => JsonSchema,
): Record<string, Json> {
  const open: Record<string, Json> = { ...schema };
  // `true` and `false` are schemas as well.
  const part = (value: Json): Json => (isObject(value) ? to(value) : value);
  const map = (values: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, part(value)]));
  for (const key of holdsOne) change(open, key, part);
  for (const key of holdsList) change(open, key, (list) => (Array.isArray(list) ? list.map(part) : list));
  for (const key of holdsMap) change(open, key, (values) => (isObject(values) ? map(values) : values));
  return open;
}

function change(schema: Record<string, Json>, key: string, to: (value: Json) => Json): void {
  const value = Object.hasOwn(schema, key) ? schema[key] : undefined;
  if (value !== undefined) schema[key] = to(value);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
