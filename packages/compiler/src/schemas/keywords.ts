import { ownKeywords } from "@proviso/manifest";
import { annotations } from "@proviso/manifest/same-schema";
import storedKeywords from "./keywords.json" with { type: "json" };

/** The kinds of values of JSON Schema keywords. Schemas are compiled, others checked and copied. */
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

/**
 * The keywords of JSON Schema 2020-12 that a contract may use, and our own `sensitive`. `$schema` and `$id` are dropped from pasted
 * schemas: every schema is JSON Schema 2020-12, and types have names. `$defs` that are referred to have become named types by now.
 */
export const keywords: ReadonlyMap<string, KeywordKind> = new Map(
  Object.entries(storedKeywords) as [string, KeywordKind][],
);

/** Keywords whose values are data, in which `$ref` means nothing. */
export const dataKeywords: ReadonlySet<string> = new Set(["const", "enum", "default", "examples", "example"]);
export const definitionKeywords: ReadonlySet<string> = new Set(["$defs", "definitions"]);
/** Keywords whose values are maps of schemas by names that the author chose. */
export const namedSchemaKeywords: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "dependencies",
  ...definitionKeywords,
]);

/** Keywords of earlier drafts and of OpenAPI 3.0, rewritten before compilation. */
export const olderNames: ReadonlySet<string> = new Set([
  "additionalItems",
  "dependencies",
  "example",
  "nullable",
]);

/** Keywords allowed beside any type. */
export const remarkKeywords: ReadonlySet<string> = new Set([...annotations, "default"]);

/** Annotations of OpenAPI and of form generators. They do not constrain values and are dropped. */
export function isForeignRemark(key: string): boolean {
  return key.startsWith("x-") || foreignRemarks.has(key);
}

const foreignRemarks: ReadonlySet<string> = new Set(["discriminator", "externalDocs", "xml"]);

/** The keywords that apply only to values of some types. */
const keywordsOfType: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.entries(ownKeywords),
  ["array", [...(ownKeywords["array"] ?? []), "unevaluatedItems"]],
  ["object", [...(ownKeywords["object"] ?? []), "unevaluatedProperties"]],
  ["string", [...(ownKeywords["string"] ?? []), "format", "contentEncoding", "contentMediaType"]],
]);

/** For each keyword, the types it applies to; absent if it applies to all. */
export const typesOfKeyword: ReadonlyMap<string, readonly string[]> = new Map(
  [...new Set([...keywordsOfType.values()].flat())].map((keyword) => [
    keyword,
    [...keywordsOfType].flatMap(([type, its]) => (its.includes(keyword) ? [type] : [])),
  ]),
);

/** Keywords that make a map JSON Schema. A map without any of them is a map of properties. */
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

/** Keywords whose schemas apply to the same value: parts of an object, which close nothing. */
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
  ["contentSchema", "describe the content in `description`"],
]);

/** The values of the keyword `format` that the runtime checks. */
export const formats: ReadonlySet<string> = new Set(
  (
    "date time date-time duration uri uri-reference email hostname ipv4 ipv6 uuid json-pointer " +
    "regex url uri-template iso-time iso-date-time json-pointer-uri-fragment " +
    "relative-json-pointer byte int32 int64 float double"
  ).split(" "),
);

/** Formats that constrain nothing and are not reported as unknown. */
export const openFormats: ReadonlySet<string> = new Set(["password", "binary"]);

const numberFormats: ReadonlySet<unknown> = new Set(["int32", "int64", "float", "double"]);

/** The types that a format applies to. */
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
