import type { JsonSchema } from "../contract/contract.ts";
import { isObject } from "../contract/is-object.ts";
import { mapInnerSchemas } from "./inner-schemas.ts";

/**
 * Returns the schema without the `default` of required properties, which JSON Schema ignores: a
 * value without the property is refused, and a server that fills in would accept it.
 */
export function withoutIdleDefaults(schema: JsonSchema): JsonSchema {
  return withoutOwnIdleDefaults(mapInnerSchemas(schema, withoutIdleDefaults));
}

/** Does what `withoutIdleDefaults` does, for the properties of the schema itself only. */
export function withoutOwnIdleDefaults(schema: JsonSchema): JsonSchema {
  const { properties, required } = schema;
  if (!isObject(properties) || !Array.isArray(required)) return schema;
  const names = new Set<unknown>(required);
  const kept = Object.entries(properties).map(([name, property]) => {
    if (!names.has(name) || !isObject(property) || !("default" in property)) return [name, property];
    const { default: _idle, ...rest } = property;
    return [name, rest];
  });
  return { ...schema, properties: Object.fromEntries(kept) };
}
