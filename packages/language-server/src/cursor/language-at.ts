import { contractSchema } from "@proviso/compiler";
import { isObject, type JsonSchema, objectOf } from "@proviso/manifest";

const language = contractSchema();

/** What the language says of the place with this path: the alternatives of its editor schema. */
export function languageAt(path: readonly string[]): readonly JsonSchema[] {
  return path.reduce<readonly JsonSchema[]>(
    (schemas, key) => schemas.flatMap((schema) => inside(schema, key)).flatMap(alternatives),
    [language],
  );
}

/** The fields of a map at this place, by name. */
export function fieldsAt(path: readonly string[]): ReadonlyMap<string, JsonSchema> {
  return new Map(
    languageAt(path).flatMap((schema) =>
      Object.entries(objectOf(schema["properties"]) as Record<string, JsonSchema>),
    ),
  );
}

/** What the language says of a field: its description, its default, and what enforces it. */
export function descriptionOf(schema: JsonSchema): string | undefined {
  const { description } = schema;
  return typeof description === "string" ? description : undefined;
}

function inside(schema: JsonSchema, key: string): readonly JsonSchema[] {
  const { items, additionalProperties } = schema;
  const properties = objectOf(schema["properties"]);
  const found =
    key === "[]" ? items : Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
  return isObject(found) ? [found] : [];
}

/** A schema, and what it may be instead of itself. */
function alternatives(schema: JsonSchema): readonly JsonSchema[] {
  const { anyOf } = schema;
  return Array.isArray(anyOf) ? [schema, ...anyOf.filter(isObject).flatMap(alternatives)] : [schema];
}
