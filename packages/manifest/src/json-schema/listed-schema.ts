import type { Json, JsonObject, JsonSchema } from "../contract/contract.ts";
import { isObject } from "../contract/is-object.ts";
import { schemasHeld } from "./inner-schemas.ts";
import { comparedKeywords, literalKeywords } from "./keywords.ts";

const knownKeywords: ReadonlySet<string> = new Set([
  ...comparedKeywords,
  ...schemasHeld.keys(),
  "$anchor",
  "$dynamicAnchor",
  "$dynamicRef",
  "$id",
  "$recursiveAnchor",
  "$recursiveRef",
  "$ref",
  "contentEncoding",
  "contentMediaType",
  "default",
  "definitions",
  "sensitive",
]);

/**
 * A schema as a server lists it, in JSON Schema 2020-12 and without keywords that constrain
 * nothing: earlier drafts, OpenAPI's `nullable` and keywords of other tools are written as
 * `proviso import` writes them. The server may ignore `nullable`; then the result accepts more.
 */
export function listedSchema(schema: JsonSchema): JsonSchema {
  return isObject(schema) ? currentSchema(schema) : schema;
}

function currentSchema(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).flatMap(([key, value]) => currentKeyword(key, value, schema));
  const current = Object.fromEntries(
    entries.flatMap(([key, value]) => (knownKeywords.has(key) ? [[key, currentValue(key, value)]] : [])),
  );
  return withoutNullDefault(schema["nullable"] === true ? withNull(current) : current);
}

function currentKeyword(key: string, value: Json, schema: JsonObject): readonly (readonly [string, Json])[] {
  const isTuple = Array.isArray(schema["items"]);
  if (key === "items" && Array.isArray(value)) return value.length > 0 ? [["prefixItems", value]] : [];
  if (key === "additionalItems") return isTuple ? [["items", value]] : [];
  if (key === "exclusiveMinimum" || key === "exclusiveMaximum") return exclusiveBound(key, value, schema);
  if (key === "minimum" || key === "maximum") {
    const isExclusive = schema[key === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum"] === true;
    return isExclusive ? [] : [[key, value]];
  }
  if (key === "required" && !Array.isArray(value)) return [];
  if (key === "dependencies" && isObject(value)) return splitDependencies(value);
  return [[key, value]];
}

/** In draft 4, `exclusiveMinimum: true` is about the `minimum` beside it. */
function exclusiveBound(key: string, value: Json, schema: JsonObject): readonly (readonly [string, Json])[] {
  if (typeof value !== "boolean") return [[key, value]];
  const limit = schema[key === "exclusiveMinimum" ? "minimum" : "maximum"];
  return value && limit !== undefined ? [[key, limit]] : [];
}

function splitDependencies(dependencies: JsonObject): readonly (readonly [string, Json])[] {
  const entries = Object.entries(dependencies);
  const names = entries.filter(([, value]) => Array.isArray(value));
  const schemas = entries.filter(([, value]) => !Array.isArray(value));
  return [
    ...(names.length > 0 ? [["dependentRequired", Object.fromEntries(names)] as const] : []),
    ...(schemas.length > 0 ? [["dependentSchemas", Object.fromEntries(schemas)] as const] : []),
  ];
}

function currentValue(key: string, value: Json): Json {
  if (literalKeywords.has(key)) return value;
  if (Array.isArray(value)) return value.map((each: Json) => (isObject(each) ? currentSchema(each) : each));
  if (!isObject(value)) return value;
  if (schemasHeld.get(key) !== "map" && key !== "definitions")
    return key === "dependentRequired" ? value : currentSchema(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, isObject(each) ? currentSchema(each) : each]),
  );
}

/** `nullable: true` of OpenAPI 3.0. */
function withNull(schema: JsonObject): JsonObject {
  const { type, enum: values, default: initial, ...rest } = schema;
  const beside = initial === undefined ? {} : { default: initial };
  if (typeof type === "string") {
    const withNullValue = Array.isArray(values) && !values.includes(null) ? [...values, null] : values;
    const choices = withNullValue === undefined ? {} : { enum: withNullValue };
    return { ...rest, ...beside, type: [type, "null"], ...choices };
  }
  const said = { ...rest, ...(values === undefined ? {} : { enum: values }) };
  if (type !== undefined || Object.keys(said).length === 0) return schema;
  return { ...beside, anyOf: [said, { type: "null" }] };
}

/** Some generators write `default: null` for "no default". */
function withoutNullDefault(schema: JsonObject): JsonObject {
  const { default: initial, ...rest } = schema;
  const { type, enum: values, const: only } = rest;
  if (initial !== null) return schema;
  const isOther =
    (type !== undefined && ![type].flat().includes("null")) ||
    (only !== undefined && only !== null) ||
    (Array.isArray(values) && !values.includes(null));
  return isOther ? rest : schema;
}
