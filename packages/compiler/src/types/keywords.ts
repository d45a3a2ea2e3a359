/** What a JSON Schema keyword takes. Schemas in it are compiled, everything else is checked and copied. */
export type KeywordKind =
  | "type"
  | "reference"
  | "schema"
  | "schemas"
  | "schemaMap"
  | "patternMap"
  | "properties"
  | "count"
  | "number"
  | "positive"
  | "text"
  | "flag"
  | "texts"
  | "textsMap"
  | "pattern"
  | "format"
  | "values"
  | "value"
  | "dropped"
  | "definitions";

/** The keywords of JSON Schema 2020-12 that a contract may use, and `sensitive`, which is ours. */
export const keywords: ReadonlyMap<string, KeywordKind> = new Map<string, KeywordKind>([
  ["type", "type"],
  ["$ref", "reference"],
  // Every schema is JSON Schema 2020-12, and is referred to by the name of its type: a pasted one may say otherwise.
  ["$schema", "dropped"],
  ["$id", "dropped"],
  // Those that are referred to have become named types before.
  ["$defs", "definitions"],
  ["definitions", "definitions"],
  ["title", "text"],
  ["description", "text"],
  ["$comment", "text"],
  ["default", "value"],
  ["examples", "values"],
  ["deprecated", "flag"],
  ["readOnly", "flag"],
  ["writeOnly", "flag"],
  ["sensitive", "flag"],
  ["enum", "values"],
  ["const", "value"],
  ["format", "format"],
  ["contentEncoding", "text"],
  ["contentMediaType", "text"],
  ["pattern", "pattern"],
  ["minLength", "count"],
  ["maxLength", "count"],
  ["minimum", "number"],
  ["maximum", "number"],
  ["exclusiveMinimum", "number"],
  ["exclusiveMaximum", "number"],
  ["multipleOf", "positive"],
  ["items", "schema"],
  ["prefixItems", "schemas"],
  ["contains", "schema"],
  ["minContains", "count"],
  ["maxContains", "count"],
  ["minItems", "count"],
  ["maxItems", "count"],
  ["uniqueItems", "flag"],
  ["unevaluatedItems", "schema"],
  ["properties", "properties"],
  ["patternProperties", "patternMap"],
  ["additionalProperties", "schema"],
  ["unevaluatedProperties", "schema"],
  ["propertyNames", "schema"],
  ["required", "texts"],
  ["minProperties", "count"],
  ["maxProperties", "count"],
  ["allOf", "schemas"],
  ["anyOf", "schemas"],
  ["oneOf", "schemas"],
  ["not", "schema"],
  ["if", "schema"],
  ["then", "schema"],
  ["else", "schema"],
  ["dependentSchemas", "schemaMap"],
  ["dependentRequired", "textsMap"],
]);

/** Keywords of earlier drafts and of OpenAPI 3.0 that are rewritten before anything looks at them. */
export const olderKeywords: ReadonlyMap<string, string> = new Map([
  ["items: [ … ]", "`prefixItems`"],
  ["additionalItems", "`items`"],
  ["exclusiveMinimum: true", "`exclusiveMinimum` with the value of `minimum`"],
  ["exclusiveMaximum: true", "`exclusiveMaximum` with the value of `maximum`"],
  ["dependencies", "`dependentRequired` and `dependentSchemas`"],
  ["example", "`examples`"],
  ["nullable: true", "`null` as one more type"],
]);
export const olderNames: ReadonlySet<string> = new Set([
  "additionalItems",
  "dependencies",
  "example",
  "nullable",
]);

/** Of OpenAPI and of form generators: says nothing about values, and is left out. */
export function isForeignRemark(key: string): boolean {
  return key.startsWith("x-") || foreignRemarks.has(key);
}

const foreignRemarks: ReadonlySet<string> = new Set(["discriminator", "externalDocs", "xml"]);

const words = (text: string): readonly string[] => text.split(" ");
const ofNumbers = words("minimum maximum exclusiveMinimum exclusiveMaximum multipleOf");

/** The keywords that speak of values of some types alone. */
const keywordsOfType: ReadonlyMap<string, readonly string[]> = new Map([
  ["string", words("format pattern minLength maxLength contentEncoding contentMediaType")],
  ["integer", ofNumbers],
  ["number", ofNumbers],
  [
    "array",
    words(
      "items prefixItems contains minContains maxContains minItems maxItems uniqueItems unevaluatedItems",
    ),
  ],
  [
    "object",
    words(
      "properties patternProperties additionalProperties unevaluatedProperties propertyNames required minProperties maxProperties dependentSchemas dependentRequired",
    ),
  ],
]);

/** By keyword, the types whose values it speaks of; nothing for one that speaks of all. */
export const typesOfKeyword: ReadonlyMap<string, readonly string[]> = new Map(
  [...new Set([...keywordsOfType.values()].flat())].map((keyword) => [
    keyword,
    [...keywordsOfType].flatMap(([type, its]) => (its.includes(keyword) ? [type] : [])),
  ]),
);

/** A map with one of these is JSON Schema; with none of them it is a map of properties. */
export const decisiveKeywords: ReadonlySet<string> = new Set([
  "type",
  "$ref",
  "enum",
  "const",
  "oneOf",
  "anyOf",
  "allOf",
  "properties",
]);

/** Keywords whose schemas speak about the same value, so that they are parts of an object and never close it. */
export const inPlaceKeywords: ReadonlySet<string> = new Set([
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
]);

export const unsupportedKeywords: ReadonlyMap<string, string> = new Map([
  ["$anchor", "refer to a named type as `name` or `domain.name`"],
  ["$dynamicRef", "refer to a named type as `name` or `domain.name`"],
  ["$dynamicAnchor", "refer to a named type as `name` or `domain.name`"],
  ["$vocabulary", "every schema is JSON Schema 2020-12"],
  ["$recursiveRef", "refer to a named type as `name` or `domain.name`"],
  ["contentSchema", "say it in `description`"],
]);

/** The formats that the runtime checks. */
export const formats: ReadonlySet<string> = new Set([
  "date",
  "time",
  "date-time",
  "duration",
  "uri",
  "uri-reference",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "uuid",
  "json-pointer",
  "regex",
  "url",
  "uri-template",
  "iso-time",
  "iso-date-time",
  "json-pointer-uri-fragment",
  "relative-json-pointer",
  "byte",
  "int32",
  "int64",
  "float",
  "double",
]);

/** Formats that every text has, and whose meaning is known all the same. */
export const openFormats: ReadonlySet<string> = new Set(["password", "binary"]);

const numberFormats: ReadonlySet<unknown> = new Set(["int32", "int64", "float", "double"]);

/** The types whose values a format speaks of. */
export function typesOfFormat(format: unknown): readonly string[] {
  return numberFormats.has(format) ? ["integer", "number"] : ["string"];
}

export const jsonTypes: ReadonlySet<string> = new Set([
  "string",
  "integer",
  "number",
  "boolean",
  "object",
  "array",
  "null",
]);
