import type { Json, JsonSchema } from "../contract/contract.ts";
import { mapInnerSchemas } from "./inner-schemas.ts";

/**
 * A schema for readers who know JSON Schema only: without our keyword `sensitive`, which a strict validator refuses. It says what
 * the server leaves out of its records, and means nothing to whoever makes or checks a value. A schema without it stays the same object.
 */
export function publicSchema(schema: JsonSchema): JsonSchema {
  if (!mayBeMarked(schema)) return schema;
  const { sensitive: _sensitive, ...rest } = schema;
  return mapInnerSchemas(rest, publicSchema);
}

/** A property or a text may be called so as well: that is found out on the way. */
function mayBeMarked(value: Json): boolean {
  if (Array.isArray(value)) return value.some(mayBeMarked);
  return isObject(value) && (Object.hasOwn(value, "sensitive") || Object.values(value).some(mayBeMarked));
}

function isObject(value: Json): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
