import { isObject, type Json, type JsonObject, type JsonSchema } from "@proviso/manifest";

/** The schemas and all that they refer to or combine, each once. */
export function reachable(schemas: readonly JsonObject[], inputSchema: JsonSchema): readonly JsonObject[] {
  if (schemas.length === 0) return schemas;
  const candidates = new Set(schemas);
  for (const schema of candidates) {
    const inner = ["allOf", "anyOf", "oneOf"].flatMap((key) => schemasAsList(schema[key]));
    const dependent = isObject(schema["dependentSchemas"]) ? Object.values(schema["dependentSchemas"]) : [];
    const referred = [schema["$ref"], schema["$dynamicRef"]].flatMap((schemaReference) =>
      referenceTargets(schemaReference, inputSchema),
    );
    const single = [schema["if"], schema["then"], schema["else"], ...referred];
    for (const related of [...inner, ...dependent, ...single]) if (isObject(related)) candidates.add(related);
  }
  return [...candidates];
}

/** A reference that leaves the schema cannot be followed: it may be marked as secret. */
const anySchema: readonly JsonObject[] = [{ sensitive: true }];

/** All targets of a reference: a JSON Pointer, or each schema with that anchor (`$dynamicRef`). */
function referenceTargets(schemaReference: Json | undefined, inputSchema: JsonSchema): readonly JsonObject[] {
  if (schemaReference === undefined) return [];
  if (typeof schemaReference !== "string" || !schemaReference.startsWith("#")) return anySchema;
  const pointerFragment = decodeReference(schemaReference.slice(1));
  const candidates =
    pointerFragment === "" || pointerFragment.startsWith("/")
      ? [schemaPointedAt(pointerFragment, inputSchema)]
      : anchoredSchemas(pointerFragment, inputSchema);
  const schemas = candidates.filter(isObject);
  return schemas.length > 0 ? schemas : anySchema;
}

function decodeReference(pointerFragment: string): string {
  try {
    return decodeURIComponent(pointerFragment);
  } catch {
    return pointerFragment;
  }
}

function schemaPointedAt(pointer: string, inputSchema: JsonSchema): Json | undefined {
  const steps = pointer.split("/").slice(1);
  return steps.reduce<Json | undefined>((value, step) => {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value)) return (value as readonly Json[])[Number(key)];
    return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, inputSchema);
}

function anchoredSchemas(name: string, schema: Json): readonly Json[] {
  if (Array.isArray(schema)) return schema.flatMap((item: Json) => anchoredSchemas(name, item));
  if (!isObject(schema)) return [];
  const inner = Object.values(schema).flatMap((item) => anchoredSchemas(name, item));
  return schema["$anchor"] === name || schema["$dynamicAnchor"] === name ? [schema, ...inner] : inner;
}

export function propertySchemas(schemas: readonly JsonObject[], key: string): readonly JsonObject[] {
  return schemas.flatMap((schema) => {
    const { properties, patternProperties, additionalProperties, unevaluatedProperties } = schema;
    const own = isObject(properties) && Object.hasOwn(properties, key) ? [properties[key]] : [];
    // Patterns are not matched: one that marks a secret is enough.
    const patterns = isObject(patternProperties) ? Object.values(patternProperties) : [];
    const others = own.length > 0 ? [] : [additionalProperties, unevaluatedProperties];
    return [...own, ...patterns, ...others].filter(isObject);
  });
}

export function itemSchemas(schema: JsonObject): readonly JsonObject[] {
  const { items, contains, unevaluatedItems, prefixItems } = schema;
  return [items, contains, unevaluatedItems, ...schemasAsList(prefixItems)].filter(isObject);
}

function schemasAsList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
