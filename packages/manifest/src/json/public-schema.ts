import type { Json, JsonSchema } from "../contract/contract.ts";
import { mapInnerSchemas } from "./inner-schemas.ts";

/**
 * A schema for readers that know only JSON Schema: without our keyword `sensitive`, which strict validators refuse and which
 * concerns only the server's records. A schema without it is returned unchanged.
 */
export function publicSchema(schema: JsonSchema): JsonSchema {
  if (!mayBeMarked(schema)) return schema;
  const { sensitive: _sensitive, ...rest } = schema;
  return mapInnerSchemas(rest, publicSchema);
}

/** A property or a text may have that name as well, which the traversal distinguishes. */
function mayBeMarked(value: Json): boolean {
  if (Array.isArray(value)) return value.some(mayBeMarked);
  return isObject(value) && (Object.hasOwn(value, "sensitive") || Object.values(value).some(mayBeMarked));
}

function isObject(value: Json): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
