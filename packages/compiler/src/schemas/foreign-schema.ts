import { hasType, isObject, type Json, type JsonObject } from "@proviso/manifest";
import { withoutOwnIdleDefaults } from "@proviso/manifest/same-schema";
import type { Span } from "../report/source.ts";
import { recordOf } from "../syntax/record.ts";
import { type MapNode, type SyntaxNode, toJson } from "../syntax/syntax-tree.ts";
import {
  jsonTypes,
  type KeywordKind,
  keywords,
  olderNames,
  typesOfFormat,
  typesOfKeyword,
} from "./keywords.ts";
import { inCurrentDraft } from "./older-drafts.ts";
import { isPropertyName } from "./property-name.ts";
import { schemaErrors } from "./schema-errors.ts";
import { cleanText } from "../syntax/clean-text.ts";
import { foreignPattern } from "./foreign-pattern.ts";
import { isWritable, isWritableKey } from "./schema-data.ts";

/** Reports a part of a schema that is not kept. */
export type SchemaNote = (text: string) => void;

/** Keywords that contracts do not need, or that have another meaning there. */
const keywordsApart: ReadonlySet<string> = new Set(["$schema", "$id", "$defs", "definitions", "sensitive"]);

/**
 * Converts a foreign schema to JSON Schema 2020-12 with the keywords that contracts allow: older
 * drafts, OpenAPI's `nullable`, and keywords without effect. References stay. A part that cannot be
 * converted is dropped with a note, so that the schema accepts more.
 */
export function foreignSchema(schema: Json, note: SchemaNote): JsonObject {
  if (schema === false) return { not: {} };
  if (!isObject(schema)) return {};
  const renamed = withCurrentKeywords(schema, note);
  const types = jsonTypesOf(renamed["type"], note);
  const keptKeywords: [string, Json][] = [];
  for (const [key, value] of Object.entries(renamed)) {
    const kind = keywordsApart.has(key) ? undefined : keywords.get(key);
    const wanted = key === "format" ? typesOfFormat(value) : typesOfKeyword.get(key);
    const isPointless =
      wanted !== undefined && types.length > 0 && !wanted.some((each) => types.includes(each));
    const current =
      !kind || isPointless
        ? undefined
        : key === "type"
          ? typeKeywordOf(types)
          : readKeywordValue(kind, value, key, note);
    if (current !== undefined) keptKeywords.push([key, current]);
  }
  const kept = withoutOwnIdleDefaults(withoutEmptyRanges(recordOf(keptKeywords), note));
  return withFittingValues(withApartProperties(kept), types, note);
}

function jsonTypesOf(written: Json | undefined, note: SchemaNote): readonly string[] {
  if (written === undefined) return [];
  const all = (Array.isArray(written) ? written : [written]) as readonly Json[];
  const known = [...new Set(all.map(String))].filter((each) => jsonTypes.has(each));
  if (known.length < new Set(all.map(String)).size && !all.includes("any"))
    note(`\`type: ${JSON.stringify(written)}\` is not a type of JSON Schema`);
  return all.includes("any") ? [] : known;
}

function typeKeywordOf(types: readonly string[]): Json | undefined {
  return types.length > 1 ? types : types[0];
}

/** Rewrites a schema of an older draft or of OpenAPI 3.0 as the compiler rewrites a pasted one. */
function withCurrentKeywords(schema: JsonObject, note: SchemaNote): JsonObject {
  if (!Object.entries(schema).some(([key, value]) => isOlderKeyword(key, value))) return schema;
  const keys = new Set<string>();
  const { entries } = inCurrentDraft(schemaNode(schema));
  for (const { key } of entries) {
    if (keys.has(key)) note(`\`${key}\` is set twice, once in the form of an older draft`);
    keys.add(key);
  }
  return recordOf(entries.map(({ key, value }) => [key, toJson(value)]));
}

function isOlderKeyword(key: string, value: Json): boolean {
  if (key === "items") return Array.isArray(value);
  return olderNames.has(key) || (key.startsWith("exclusive") && typeof value === "boolean");
}

/** The schema as a syntax tree without positions. */
function schemaNode(schema: JsonObject): MapNode {
  const entries = Object.entries(schema).map(([key, value]) => ({
    key,
    keySpan: noSpan,
    value: valueNode(value),
  }));
  return { kind: "map", entries, span: noSpan };
}

function valueNode(value: Json): SyntaxNode {
  if (isObject(value)) return schemaNode(value);
  if (Array.isArray(value)) return { kind: "list", items: value.map(valueNode), span: noSpan };
  return { kind: "scalar", value: value as string, span: noSpan };
}

const noSpan: Span = { file: "", start: 0, end: 0, line: 1, column: 1, endLine: 1, endColumn: 1 };

function readKeywordValue(kind: KeywordKind, value: Json, key: string, note: SchemaNote): Json | undefined {
  const inner = (each: Json): JsonObject => foreignSchema(each, note);
  const ignore = (): undefined => note(`\`${key}: ${shortenJson(value)}\` is not a valid value`) as undefined;
  switch (kind) {
    case "schema":
      return typeof value === "boolean" ? value : isObject(value) ? inner(value) : ignore();
    case "schemas":
      return Array.isArray(value) && value.length > 0 ? value.map(inner) : ignore();
    case "schemaMap":
    case "properties":
      return isObject(value)
        ? recordOf(Object.entries(value).map(([name, each]) => [name, inner(each)]))
        : ignore();
    case "patternMap":
      return isObject(value) ? readPatterns(value, note) : ignore();
    case "textsMap":
      return isObject(value) ? readNames(value) : ignore();
    case "pattern": {
      const pattern = typeof value === "string" ? foreignPattern(value) : undefined;
      return pattern ?? ignore();
    }
    case "texts": {
      // In draft 3, `required` is a flag of a property.
      if (typeof value === "boolean") return undefined;
      const texts = Array.isArray(value)
        ? [...new Set(value.filter((each: Json) => typeof each === "string"))]
        : undefined;
      return texts ? (texts.length > 0 ? texts : undefined) : ignore();
    }
    case "values":
      return Array.isArray(value) && value.length > 0 && isWritable(value) ? distinctValues(value) : ignore();
    case "value":
      return isWritable(value) ? value : ignore();
    case "text":
      return typeof value === "string" ? readText(value, key, note) : ignore();
    case "format":
    case "reference":
      return typeof value === "string" ? value.toWellFormed() : ignore();
    case "flag":
      return typeof value === "boolean" ? value : ignore();
    case "count":
      return Number.isInteger(value) && Number(value) >= 0 ? value : ignore();
    case "positive":
      return Number.isFinite(value) && Number(value) > 0 ? value : ignore();
    case "number":
      return Number.isFinite(value) ? value : ignore();
    default:
      return isWritable(value) ? value : ignore();
  }
}

/** Lists of property names, each name once. Anything else in a list constrains nothing. */
function readNames(lists: JsonObject): JsonObject {
  return recordOf(Object.entries(lists).map(([property, list]) => [property, namesIn(list)]));
}

function namesIn(list: Json): readonly Json[] {
  return Array.isArray(list) ? [...new Set(list.filter((name: Json) => typeof name === "string"))] : [];
}

function readPatterns(schemas: JsonObject, note: SchemaNote): JsonObject {
  const entries = Object.entries(schemas).flatMap(([pattern, each]) => {
    const fixed = foreignPattern(pattern);
    if (fixed === undefined) note(`\`${pattern}\` is not a regular expression of JSON Schema`);
    return fixed === undefined ? [] : [[fixed, foreignSchema(each, note)] as const];
  });
  return recordOf(entries);
}

function readText(value: string, key: string, note: SchemaNote): string {
  const { text, removed } = cleanText(value);
  if (removed > 0) note(`invisible characters were removed from a \`${key}\``);
  return text;
}

function distinctValues(values: readonly Json[]): readonly Json[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function shortenJson(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

const keywordRanges = [
  ["minLength", "maxLength"],
  ["minimum", "maximum"],
  ["minItems", "maxItems"],
  ["minContains", "maxContains"],
  ["minProperties", "maxProperties"],
] as const;

function withoutEmptyRanges(schema: JsonObject, note: SchemaNote): JsonObject {
  const empty = keywordRanges.filter(
    ([lower, upper]) => Number(schema[lower] ?? -Infinity) > Number(schema[upper] ?? Infinity),
  );
  if (empty.length === 0) return schema;
  note(
    `no value is between ${empty
      .flat()
      .map((key) => `\`${key}\``)
      .join(" and ")}`,
  );
  const gone = new Set<string>(empty.flat());
  return recordOf(Object.entries(schema).filter(([key]) => !gone.has(key)));
}

/** A property whose name cannot be a key here becomes a pattern that matches only the name. */
function withApartProperties(schema: JsonObject): JsonObject {
  const properties = schema["properties"];
  if (!isObject(properties)) return schema;
  const folded = new Set<string>();
  const isApart = (name: string): boolean => {
    // A question mark at the end of a key would make the property optional.
    const isName = isWritableKey(name) && isPropertyName(name) && !name.endsWith("?");
    const isFree = isName && !folded.has(name.toLowerCase());
    folded.add(name.toLowerCase());
    return !isFree;
  };
  const apartNames = Object.keys(properties).filter(isApart);
  if (apartNames.length === 0) return schema;
  return {
    ...schema,
    properties: recordOf(Object.entries(properties).filter(([name]) => !apartNames.includes(name))),
    patternProperties: {
      ...(isObject(schema["patternProperties"]) ? schema["patternProperties"] : {}),
      ...recordOf(apartNames.map((name) => [patternOf(name), properties[name] ?? {}])),
    },
  };
}

function patternOf(name: string): string {
  return `^${name.toWellFormed().replace(/[\^$\\.*+?()[\]{}|/]/g, String.raw`\$&`)}$`;
}

/** Removes values that do not fit the type from `enum`, `const`, `default` and `examples`. */
function withFittingValues(schema: JsonObject, types: readonly string[], note: SchemaNote): JsonObject {
  const { default: initial, examples, enum: choices, const: only, ...rest } = schema;
  const fitsType = (value: Json): boolean => types.length === 0 || types.some((type) => hasType(value, type));
  const keptKeywords: Record<string, Json> = { ...rest };
  const fits = (value: Json): boolean =>
    fitsType(value) && (holdsReference(keptKeywords) || fitsSchema(keptKeywords, value));
  if (Array.isArray(choices)) {
    const fitting = choices.filter(fits);
    if (fitting.length > 0) keptKeywords["enum"] = fitting;
    else note(`none of the values in \`enum: ${shortenJson(choices)}\` fits the other keywords`);
  }
  if (only !== undefined && fitsType(only)) keptKeywords["const"] = only;
  else if (only !== undefined)
    note(`\`const: ${shortenJson(only)}\` is not of the type ${types.join(" or ")}`);
  if (initial !== undefined) {
    if (fits(initial)) keptKeywords["default"] = initial;
    // Some generators write `default: null` for "no default".
    else if (initial !== null) note(`\`default: ${shortenJson(initial)}\` does not fit its schema`);
  }
  if (Array.isArray(examples)) {
    const fitting = examples.filter(fits);
    if (fitting.length > 0) keptKeywords["examples"] = fitting;
  }
  return inKeywordOrder(keptKeywords, schema);
}

function fitsSchema(schema: JsonObject, value: Json): boolean {
  try {
    return schemaErrors(schema, value).length === 0;
  } catch {
    // A schema that the validator refuses is reported when the contract is compiled.
    return true;
  }
}

function holdsReference(schema: Json): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  return Object.entries(schema).some(([key, value]) => key === "$ref" || holdsReference(value as Json));
}

function inKeywordOrder(schema: JsonObject, like: JsonObject): JsonObject {
  const keys = [...Object.keys(like), ...Object.keys(schema)];
  return recordOf(
    [...new Set(keys)].flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]] as const])),
  );
}
