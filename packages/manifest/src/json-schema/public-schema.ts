import type { Json, JsonSchema } from "../contract/contract.ts";
import { mapInnerSchemas } from "./inner-schemas.ts";
import { isObject } from "../contract/is-object.ts";

/**
 * A schema for readers that know only JSON Schema: without our keyword `sensitive`, which strict
 * validators refuse. A schema without it is returned unchanged.
 */
export function publicSchema(schema: JsonSchema): JsonSchema {
  return mayBeSensitive(schema) ? withoutMarks(schema) : schema;
}

function withoutMarks(schema: JsonSchema): JsonSchema {
  const { sensitive: _sensitive, ...rest } = mapInnerSchemas(schema, withoutMarks);
  return rest;
}

/** The paths of sensitive schemas: `publicSchema` takes the marks, `markedSchema` restores them. */
export function sensitivePaths(schema: JsonSchema): readonly (readonly string[])[] {
  if (!mayBeSensitive(schema)) return [];
  const paths: (readonly string[])[] = [];
  const visit = (innerSchema: JsonSchema, path: readonly string[]): JsonSchema => {
    if (innerSchema["sensitive"] === true) paths.push(path);
    return mapInnerSchemas(innerSchema, (each, ...steps) => visit(each, [...path, ...steps]));
  };
  visit(schema, []);
  return paths;
}

export function markedSchema(schema: JsonSchema, paths: readonly (readonly string[])[]): JsonSchema {
  const marked = new Set(paths.map((path) => JSON.stringify(path)));
  const visit = (innerSchema: JsonSchema, path: readonly string[]): JsonSchema => {
    const changed = mapInnerSchemas(innerSchema, (each, ...steps) => visit(each, [...path, ...steps]));
    return marked.has(JSON.stringify(path)) ? { ...changed, sensitive: true } : changed;
  };
  return marked.size > 0 ? visit(schema, []) : schema;
}

/** Whether `sensitive` occurs in a schema, as the keyword or as a property or text. */
function mayBeSensitive(value: Json): boolean {
  if (Array.isArray(value)) return value.some(mayBeSensitive);
  return isObject(value) && (Object.hasOwn(value, "sensitive") || Object.values(value).some(mayBeSensitive));
}
