import { contractSchema } from "@proviso/compiler";
import type { JsonSchema } from "@proviso/manifest";

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
  return new Map(languageAt(path).flatMap((schema) => Object.entries(asSchemas(schema["properties"]))));
}

/** What the language says of a field: its description, its default, and what enforces it. */
export function descriptionOf(schema: JsonSchema): string | undefined {
  const { description } = schema;
  return typeof description === "string" ? description : undefined;
}

function inside(schema: JsonSchema, key: string): readonly JsonSchema[] {
  const { items, additionalProperties } = schema;
  const properties = asSchemas(schema["properties"]);
  const found =
    key === "[]" ? items : Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
  return isSchema(found) ? [found] : [];
}

/** A schema, and what it may be instead of itself. */
function alternatives(schema: JsonSchema): readonly JsonSchema[] {
  const { anyOf } = schema;
  return Array.isArray(anyOf) ? [schema, ...anyOf.filter(isSchema).flatMap(alternatives)] : [schema];
}

function asSchemas(languageSchema: unknown): Readonly<Record<string, JsonSchema>> {
  return isSchema(languageSchema) ? (languageSchema as Readonly<Record<string, JsonSchema>>) : {};
}

function isSchema(languageSchema: unknown): languageSchema is JsonSchema {
  return typeof languageSchema === "object" && languageSchema !== null && !Array.isArray(languageSchema);
}
