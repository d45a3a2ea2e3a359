import type { Json, JsonSchema } from "../contract/contract.ts";
import { isObject } from "../contract/is-object.ts";

/** The possible texts of a field, if its schema lists them. */
export function textsAllowedAt(
  path: readonly string[],
  inputSchema: JsonSchema,
): readonly string[] | undefined {
  let schema: Json | undefined = inputSchema;
  for (const name of path)
    schema = schemaAt(schemaAt(resolveReference(schema, inputSchema), "properties"), name);
  const last = resolveReference(schema, inputSchema);
  const single = schemaAt(last, "const");
  const values = single === undefined ? schemaAt(last, "enum") : [single];
  const isTexts = Array.isArray(values) && values.every((value) => typeof value === "string");
  return isTexts ? (values as readonly string[]) : undefined;
}

/** Follows named types that only refer to other named types, which are never circular. */
export function resolveReference(schema: Json | undefined, inputSchema: JsonSchema): Json | undefined {
  const reference = schemaAt(schema, "$ref");
  if (typeof reference !== "string") return schema;
  return resolveReference(schemaAt(inputSchema["$defs"], reference.slice("#/$defs/".length)), inputSchema);
}

export function schemaAt(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
