import type { JsonObject, JsonSchema } from "@proviso/client";

/** Follows one reference into the schema's own `$defs`. */
export function resolveReference(field: JsonSchema, root: JsonSchema): JsonSchema {
  const reference = field["$ref"];
  if (typeof reference !== "string") return field;
  const name = reference.replace("#/$defs/", "");
  const defs = (root["$defs"] ?? {}) as JsonObject;
  return Object.hasOwn(defs, name) ? { ...(defs[name] as JsonSchema), ...field } : field;
}
