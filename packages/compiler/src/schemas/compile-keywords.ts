import { isObject, type Json, type JsonSchema } from "@proviso/manifest";
import { nearest } from "../report/did-you-mean.ts";
import type { Span } from "../report/source.ts";
import { recordOf } from "../syntax/record.ts";
import { findEntry, type MapEntry, type MapNode, type SyntaxNode, toJson } from "../syntax/syntax-tree.ts";
import { checkKeywords } from "./check-keywords.ts";
import { compileExpression } from "./compile-expression.ts";
import {
  formats,
  inPlaceKeywords,
  isForeignRemark,
  jsonTypes,
  type KeywordKind,
  keywords,
  openFormats,
  unsupportedKeywords,
} from "./keywords.ts";
import { mayBeType } from "./may-be-type.ts";
import { inCurrentDraft } from "./older-drafts.ts";
import { typeErrors } from "./problems.ts";
import { asUnicodePattern } from "./unicode-pattern.ts";
import type { SchemaContext } from "./schema-context.ts";
import { isPropertyName } from "./property-name.ts";
import { findType, nearestType } from "./scope.ts";

/** Compiles JSON Schema 2020-12 keyword by keyword. A type expression can replace any schema. */
export function compileKeywords(
  written: MapNode,
  deciding: string,
  context: SchemaContext,
): JsonSchema | undefined {
  const node = inCurrentDraft(written);
  const compiled = node.entries.map((entry) => compileEntry(entry, node, deciding, context));
  if (!compiled.every((part) => part !== undefined)) return undefined;
  const schema: Record<string, Json> = {};
  for (const [index, part] of compiled.entries()) {
    const repeated = Object.keys(part).find((keyword) => Object.hasOwn(schema, keyword));
    const entry = node.entries[index];
    if (repeated && entry)
      return void context.report(typeErrors.at(entry.keySpan, "said-twice", { keyword: repeated }));
    Object.assign(schema, part);
  }
  const required = withRequired(node, schema, context);
  const closed = required && closeObject(node, required, context);
  if (!closed || !checkKeywords(node, closed, context)) return undefined;
  return withoutNullDefault(node, closed, context);
}

function compileEntry(
  entry: MapEntry,
  node: MapNode,
  deciding: string,
  context: SchemaContext,
): JsonSchema | undefined {
  const { key, keySpan } = entry;
  const kind = keywords.get(key);
  const instead = unsupportedKeywords.get(key);
  if (instead !== undefined)
    return void context.report(typeErrors.at(keySpan, "unsupported-keyword", { keyword: key, instead }));
  if (!kind) return compileUnknownKey(entry, deciding, context);
  if (kind === "type") return compileTypeKeyword(entry, context);
  if (kind === "dropped") return entry.value.kind === "scalar" ? {} : badKeywordValue(entry, "text", context);
  if (kind === "definitions")
    return entry.value.kind === "map" ? {} : badKeywordValue(entry, "a map of schemas", context);
  const value = compileValue(kind, entry, {
    ...context,
    depth: context.depth + 1,
    partial: isPart(key, node),
    inKeyword: true,
    isObject: false,
  });
  if (value === undefined) return undefined;
  return kind === "reference" && typeof value === "object" ? (value as JsonSchema) : { [key]: value };
}

/**
 * Drops an unknown key with a warning. It is an error if the key may be a misspelt keyword, or if
 * the map may be a map of properties of which one is named like a keyword.
 */
function compileUnknownKey(
  { key, keySpan, value }: MapEntry,
  deciding: string,
  { scope, report }: SchemaContext,
): JsonSchema | undefined {
  if (isForeignRemark(key)) return {};
  const near = nearest(key, keywords.keys());
  if ((near === undefined || key.length < 5) && !mayBeType(value, scope)) {
    report(typeErrors.at(keySpan, "unknown-keyword", { key }));
    return {};
  }
  return void report(typeErrors.at(keySpan, "stray-key", { key, keyword: deciding, nearest: near }));
}

/** `oneOf` of whole objects closes each. Beside `properties`, they are parts of one object. */
function isPart(keyword: string, node: MapNode): boolean {
  if (!inPlaceKeywords.has(keyword)) return false;
  return (keyword !== "oneOf" && keyword !== "anyOf") || findEntry(node, "properties") !== undefined;
}

/** A JSON type, a list of them, or a type expression that the other keywords refine. */
function compileTypeKeyword({ key, value }: MapEntry, context: SchemaContext): JsonSchema | undefined {
  const hasNull = value.kind === "list" && value.items.some((item) => toJson(item) === null);
  const wanted = `a type expression or a list of JSON types${hasNull ? "; the type is `'null'`, in quotes" : ""}`;
  if (value.kind === "list" && value.items.length > 0 && value.items.every(isJsonType))
    return { type: toJson(value) };
  if (value.kind !== "scalar" || (typeof value.value !== "string" && value.value !== null))
    return void context.report(typeErrors.at(value.span, "bad-keyword-value", { keyword: key, wanted }));
  if (isJsonType(value)) return { type: value.value };
  return compileExpression(value, context.scope, context.report);
}

function isJsonType(node: SyntaxNode): boolean {
  return node.kind === "scalar" && typeof node.value === "string" && jsonTypes.has(node.value);
}

function compileValue(kind: KeywordKind, entry: MapEntry, context: SchemaContext): Json | undefined {
  const { value } = entry;
  switch (kind) {
    case "schema":
      return value.kind === "scalar" && typeof value.value === "boolean"
        ? value.value
        : context.compile(value, context);
    case "schemas":
      return value.kind === "list" && value.items.length > 0
        ? allOrNothing(value.items.map((item) => context.compile(item, context)))
        : badKeywordValue(entry, "a list of schemas", context);
    case "schemaMap":
    case "patternMap":
    case "properties":
      return value.kind === "map"
        ? compileMap(kind, value, context)
        : badKeywordValue(entry, "a map of schemas", context);
    case "textsMap":
      return value.kind === "map" &&
        value.entries.every((each) => plainKinds.texts.accepts(toJson(each.value)))
        ? toJson(value)
        : badKeywordValue(entry, "a map of lists of names", context);
    case "reference":
      return compileReference(entry, context);
    case "pattern":
      return compilePattern(entry, context);
    case "format":
      return compileFormat(entry, context);
    default: {
      const plain = plainKinds[kind as keyof typeof plainKinds];
      const json = toJson(value);
      return plain.accepts(json) ? json : badKeywordValue(entry, plain.wanted, context);
    }
  }
}

const isKeywordText = (value: Json): boolean => typeof value === "string";
const plainKinds = {
  value: { wanted: "any value", accepts: (): boolean => true },
  values: { wanted: "a list of values", accepts: (value: Json) => Array.isArray(value) && value.length > 0 },
  texts: {
    wanted: "a list of names, each once",
    accepts: (value: Json) =>
      Array.isArray(value) && value.every(isKeywordText) && new Set<unknown>(value).size === value.length,
  },
  text: { wanted: "text", accepts: isKeywordText },
  flag: { wanted: "`true` or `false`", accepts: (value: Json) => typeof value === "boolean" },
  number: { wanted: "a number", accepts: (value: Json) => typeof value === "number" },
  positive: { wanted: "a number above 0", accepts: (value: Json) => typeof value === "number" && value > 0 },
  count: {
    wanted: "a whole number, 0 or more",
    accepts: (value: Json) => Number.isInteger(value) && Number(value) >= 0,
  },
} as const;

function badKeywordValue(entry: MapEntry, wanted: string, { report }: SchemaContext): undefined {
  report(typeErrors.at(entry.value.span, "bad-keyword-value", { keyword: entry.key, wanted }));
}

function allOrNothing(schemas: readonly (JsonSchema | undefined)[]): JsonSchema[] | undefined {
  const good = schemas.filter((schema) => schema !== undefined);
  return good.length === schemas.length ? good : undefined;
}

function compileMap(kind: KeywordKind, map: MapNode, context: SchemaContext): Json | undefined {
  const compiled = map.entries.map(({ key, keySpan, value }): [string, Json] | undefined => {
    if (kind === "properties" && key.endsWith("?"))
      return void context.report(typeErrors.at(keySpan, "optional-mark", { name: key.slice(0, -1) }));
    if (kind === "properties" && !isPropertyName(key))
      return void context.report(typeErrors.at(keySpan, "bad-property-name", { name: key }));
    const name = kind === "patternMap" ? unicodePattern(key, keySpan, context) : key;
    if (name === undefined) return undefined;
    if (value.kind === "scalar" && typeof value.value === "boolean") return [name, value.value];
    const schema = context.compile(value, { ...context, partial: context.partial && kind !== "properties" });
    return schema && [name, schema];
  });
  return compiled.every((pair) => pair !== undefined) ? recordOf(compiled) : undefined;
}

/** `name`, `domain.name`, or `#/types/name`. */
function compileReference({ value }: MapEntry, context: SchemaContext): Json | undefined {
  const { scope, report } = context;
  const reference = String(toJson(value));
  const name = /^(?:#\/types\/)?([A-Za-z_][\w]*(?:\.[A-Za-z_]\w*)?)$/.exec(reference)?.[1];
  if (name === undefined) return void report(typeErrors.at(value.span, "bad-reference", { reference }));
  const full = findType(name, scope);
  if (full !== undefined)
    scope.noted?.(full, value.kind === "scalar" && value.textSpan ? value.textSpan : value.span);
  if (full !== undefined) return { $ref: `#/$defs/${full}` };
  if (!scope.isIncomplete())
    report(typeErrors.at(value.span, "unknown-type", { name, nearest: nearestType(name, scope) }));
}

function compilePattern(entry: MapEntry, context: SchemaContext): Json | undefined {
  const pattern = toJson(entry.value);
  if (typeof pattern !== "string") return badKeywordValue(entry, "a regular expression", context);
  return unicodePattern(pattern, entry.value.span, context);
}

function unicodePattern(pattern: string, span: Span, { report }: SchemaContext): string | undefined {
  const unicode = asUnicodePattern(pattern);
  if (unicode === undefined) report(typeErrors.at(span, "bad-pattern", { reason: reasonAgainst(pattern) }));
  return unicode;
}

function reasonAgainst(pattern: string): string {
  try {
    return new RegExp(pattern, "u").source;
  } catch (error) {
    // The message has the form `Invalid regular expression: /PATTERN/u: REASON`.
    return (String(error).split(`/${pattern}/u: `).at(-1) ?? "").toLowerCase();
  }
}

function compileFormat(entry: MapEntry, context: SchemaContext): Json | undefined {
  const format = toJson(entry.value);
  if (typeof format !== "string") return badKeywordValue(entry, "the name of a format", context);
  // An unknown format is an annotation, as in JSON Schema: it is kept and not checked.
  if (!formats.has(format) && !openFormats.has(format))
    context.report(
      typeErrors.at(entry.value.span, "unknown-format", { format, nearest: nearest(format, formats) }),
    );
  return format;
}

/**
 * Handles a required name that is not a property: it is misspelt, or takes any value. In an object
 * with `additionalProperties: false` it is always an error.
 */
function withRequired(node: MapNode, schema: JsonSchema, context: SchemaContext): JsonSchema | undefined {
  const { properties, required, additionalProperties } = schema;
  const list = findEntry(node, "required")?.value;
  const open = context.partial || schema["patternProperties"] !== undefined || additionalProperties;
  if (!Array.isArray(required) || list?.kind !== "list" || open || !isObject(properties)) return schema;
  const known = Object.keys(properties);
  const unknown = list.items.filter((item) => !known.includes(String(toJson(item))));
  const added: [string, Json][] = [];
  for (const item of unknown) {
    const name = String(toJson(item));
    const near = nearest(name, known);
    const isWrong = near !== undefined || additionalProperties === false || !isPropertyName(name);
    const code = isWrong ? "unknown-property" : "undescribed-property";
    context.report(typeErrors.at(item.span, code, { name, nearest: near }));
    if (isWrong) return undefined;
    added.push([name, {}]);
  }
  return added.length === 0
    ? schema
    : { ...schema, properties: recordOf([...Object.entries(properties), ...added]) };
}

/** Removes `default: null` if null does not fit. Many schemas use it for "no default". */
function withoutNullDefault(node: MapNode, schema: JsonSchema, { report }: SchemaContext): JsonSchema {
  if (schema["default"] !== null) return schema;
  const { default: _default, ...rest } = schema;
  if (acceptsNull(rest)) return schema;
  const span = findEntry(node, "default")?.value.span ?? node.span;
  report(typeErrors.at(span, "null-default", {}));
  return rest;
}

/** Considers only `type`, `enum` and `const`. */
function acceptsNull({ type, enum: values, const: only }: JsonSchema): boolean {
  if (type !== undefined && ![type].flat().includes("null")) return false;
  if (only !== undefined && only !== null) return false;
  return !Array.isArray(values) || values.includes(null);
}

/** Objects are closed by default. One without described properties stays open, with a finding. */
function closeObject(node: MapNode, schema: JsonSchema, context: SchemaContext): JsonSchema | undefined {
  const describesObject = schema["type"] === "object" || schema["properties"] !== undefined;
  const said = schema["additionalProperties"] !== undefined || schema["unevaluatedProperties"] !== undefined;
  if (!describesObject || said || context.partial) return schema;
  const composed = Object.keys(schema).some((keyword) => inPlaceKeywords.has(keyword) || keyword === "$ref");
  const typed = schema["type"] === undefined ? { type: "object", ...schema } : schema;
  if (schema["properties"] === undefined && schema["patternProperties"] === undefined) {
    if (composed) return schema;
    context.report(typeErrors.at(node.span, "undescribed-object", {}));
    return typed;
  }
  return composed ? { ...typed, unevaluatedProperties: false } : { ...typed, additionalProperties: false };
}
