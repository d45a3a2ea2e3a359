import type { Json, JsonSchema } from "../contract/contract.ts";
import { mapInnerSchemas, isObject } from "./inner-schemas.ts";

/**
 * A schema for readers that know only JSON Schema: without our keyword `sensitive`, which strict validators refuse and which
 * concerns only the server's records. A schema without it is returned unchanged.
 */
export function publicSchema(schema: JsonSchema): JsonSchema {
  return mayBeMarked(schema) ? withoutMarks(schema) : schema;
}

function withoutMarks(schema: JsonSchema): JsonSchema {
  const { sensitive: _sensitive, ...rest } = mapInnerSchemas(schema, withoutMarks);
  return rest;
}

/** Where a schema is marked as sensitive, as paths: what `publicSchema` takes away, and `markedSchema` gives back. */
export function sensitivePlaces(schema: JsonSchema): readonly (readonly string[])[] {
  if (!mayBeMarked(schema)) return [];
  const places: (readonly string[])[] = [];
  const visit = (part: JsonSchema, path: readonly string[]): JsonSchema => {
    if (part["sensitive"] === true) places.push(path);
    return mapInnerSchemas(part, visit, path);
  };
  visit(schema, []);
  return places;
}

export function markedSchema(schema: JsonSchema, places: readonly (readonly string[])[]): JsonSchema {
  const marked = new Set(places.map((path) => JSON.stringify(path)));
  const visit = (part: JsonSchema, path: readonly string[]): JsonSchema => {
    const changed = mapInnerSchemas(part, visit, path);
    return marked.has(JSON.stringify(path)) ? { ...changed, sensitive: true } : changed;
  };
  return marked.size > 0 ? visit(schema, []) : schema;
}

/** A property or a text may be called so as well: that is found out on the way. */
function mayBeMarked(value: Json): boolean {
  if (Array.isArray(value)) return value.some(mayBeMarked);
  return isObject(value) && (Object.hasOwn(value, "sensitive") || Object.values(value).some(mayBeMarked));
}
