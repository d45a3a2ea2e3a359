import { isObject, type Json, type JsonObject, type JsonSchema } from "@proviso/manifest";

const sizeKeywords: ReadonlySet<string> = new Set(["maxLength", "maxItems", "maxProperties"]);
/** Keywords that do not constrain the value, or that must stay where references find them. */
const stayingKeywords: ReadonlySet<string> = new Set([
  "$defs",
  "$id",
  "$schema",
  "$anchor",
  "$dynamicAnchor",
]);
const schemaMapKeywords: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "dependentSchemas",
]);
const dataKeywords: ReadonlySet<string> = new Set(["const", "enum", "default", "examples"]);

/**
 * An equivalent schema whose other keywords are checked only if the size is within the limit. So a
 * check with `allErrors` does not run a costly pattern over a text that is too long.
 */
export function sizesFirst(schema: JsonSchema): JsonSchema {
  const innerSchemas: JsonObject = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      dataKeywords.has(key) ? value : sizesWithin(key, value),
    ]),
  );
  const sizeLimits = pickKeywords(innerSchemas, (key) => sizeKeywords.has(key));
  if (Object.keys(sizeLimits).length === 0) return innerSchemas;
  const rest = pickKeywords(innerSchemas, (key) => !sizeKeywords.has(key) && !stayingKeywords.has(key));
  return {
    ...pickKeywords(innerSchemas, (key) => stayingKeywords.has(key)),
    ...sizeLimits,
    if: sizeLimits,
    // oxlint-disable-next-line no-thenable -- a keyword of JSON Schema, and nobody awaits a schema
    then: rest,
  };
}

function sizesWithin(key: string, value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => (isObject(item) ? sizesFirst(item) : item));
  if (!isObject(value)) return value;
  if (!schemaMapKeywords.has(key)) return sizesFirst(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, isObject(item) ? sizesFirst(item) : item]),
  );
}

function pickKeywords(schema: JsonObject, isWanted: (key: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => isWanted(key)));
}
