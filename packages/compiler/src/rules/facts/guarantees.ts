import { isObject, type Json, type JsonObject, type JsonSchema, resolvePointer } from "@proviso/manifest";

/** Whether every value that fits the schema fits a part of it for which `test` holds. */
export function guarantees(
  schema: Json | undefined,
  root: JsonSchema,
  test: (schema: JsonObject) => boolean,
): boolean {
  if (schema === undefined || !isObject(schema)) return false;
  const { $ref, allOf, anyOf, oneOf } = schema;
  const inner = (each: Json | undefined): boolean => guarantees(each, root, test);
  if (test(schema)) return true;
  if (typeof $ref === "string" && inner(resolvePointer($ref, root))) return true;
  if (Array.isArray(allOf) && allOf.some(inner)) return true;
  return [anyOf, oneOf].some((some) => Array.isArray(some) && some.length > 0 && some.every(inner));
}

/** Whether an object that fits the schema has this property. */
export function requires(schema: Json | undefined, name: string, root: JsonSchema): boolean {
  return guarantees(schema, root, ({ required }) => Array.isArray(required) && required.includes(name));
}
