import type { JsonObject, JsonSchema } from "@proviso/client";

/** Follows one reference into the schema's own `$defs`. */
export function resolveReference(argumentSchema: JsonSchema, inputSchema: JsonSchema): JsonSchema {
  const reference = argumentSchema["$ref"];
  if (typeof reference !== "string") return argumentSchema;
  const name = reference.replace("#/$defs/", "");
  const defs = (inputSchema["$defs"] ?? {}) as JsonObject;
  return Object.hasOwn(defs, name) ? { ...(defs[name] as JsonSchema), ...argumentSchema } : argumentSchema;
}
