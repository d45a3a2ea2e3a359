import { isObject, type Json, type JsonSchema } from "@proviso/manifest";
import type { Report } from "../report/diagnostic.ts";
import { schemaErrors } from "./schema-errors.ts";
import { findEntry, findValue, itemsOf, type MapNode, toJson } from "../syntax/syntax-tree.ts";
import { inPlaceKeywords, typesOfFormat, typesOfKeyword } from "./keywords.ts";
import { typeErrors } from "./problems.ts";
import type { LateValue, SchemaContext } from "./schema-context.ts";

/**
 * Reports valid JSON Schema that cannot be meant: keywords without effect, and ranges that no value
 * fits. False if no value fits: then examples are not checked, to report one mistake once.
 */
export function checkKeywords(node: MapNode, schema: JsonSchema, context: SchemaContext): boolean {
  reportPointless(node, schema, context);
  reportRepeated(node, context);
  reportUnevaluated(node, schema, context);
  const isEmpty = reportEmptyRanges(node, context);
  if (!isEmpty) reportUnfit(node, schema, context);
  return !isEmpty;
}

function reportPointless(node: MapNode, { type }: JsonSchema, { report }: SchemaContext): void {
  if (type === undefined) return;
  const types = [type].flat().map(String);
  for (const { key, keySpan, value } of node.entries) {
    const wanted = key === "format" ? typesOfFormat(toJson(value)) : typesOfKeyword.get(key);
    if (wanted && !wanted.some((each) => types.includes(each)))
      report(typeErrors.at(keySpan, "pointless-keyword", { keyword: key, types, wanted }));
  }
}

const keywordRanges = [
  ["minLength", "maxLength"],
  ["minimum", "maximum"],
  ["minimum", "exclusiveMaximum"],
  ["exclusiveMinimum", "maximum"],
  ["exclusiveMinimum", "exclusiveMaximum"],
  ["minItems", "maxItems"],
  ["minContains", "maxContains"],
  ["minProperties", "maxProperties"],
] as const;

function reportEmptyRanges(node: MapNode, { report }: SchemaContext): boolean {
  const empty = keywordRanges.filter(([lower, upper]) => {
    const from = findEntry(node, lower);
    const to = from && findEntry(node, upper);
    if (!from || !to) return false;
    const width = Number(toJson(to.value)) - Number(toJson(from.value));
    return width < 0 || (width === 0 && `${lower} ${upper}`.includes("exclusive"));
  });
  for (const [lower, upper] of empty) {
    const span = findEntry(node, upper)?.value.span ?? node.span;
    report(typeErrors.at(span, "empty-range", { lower, upper }));
  }
  return empty.length > 0;
}

/** Ajv takes all items for evaluated where `contains` is, and so refuses none. */
function reportUnevaluated(node: MapNode, schema: JsonSchema, { report }: SchemaContext): void {
  const { unevaluatedItems } = schema;
  const isOpen =
    unevaluatedItems === undefined || unevaluatedItems === true || isEmptySchema(unevaluatedItems);
  if (isOpen || !appliesContains(schema)) return;
  const span = findEntry(node, "unevaluatedItems")?.keySpan ?? node.span;
  report(typeErrors.at(span, "unevaluated-contains", {}));
}

function isEmptySchema(schema: Json): boolean {
  return isObject(schema) && Object.keys(schema).length === 0;
}

/** Whether `contains` is in a schema, or in those that apply to the same value. */
function appliesContains(schema: Json): boolean {
  if (Array.isArray(schema)) return schema.some(appliesContains);
  if (!isObject(schema)) return false;
  if (schema["contains"] !== undefined) return true;
  return Object.entries(schema).some(([key, value]) => inPlaceKeywords.has(key) && appliesContains(value));
}

function reportRepeated(node: MapNode, { report }: SchemaContext): void {
  const seen = new Set<string>();
  for (const item of itemsOf(findValue(node, "enum"))) {
    const value = JSON.stringify(toJson(item));
    if (seen.has(value)) report(typeErrors.at(item.span, "repeated-member", { member: value }));
    seen.add(value);
  }
}

/** Checks values against the keywords beside them, once named types are known. */
function reportUnfit(node: MapNode, schema: JsonSchema, { report, values }: SchemaContext): void {
  const { const: _const, enum: _enum, ...others } = schema;
  for (const keyword of ["default", "examples", "const", "enum"]) {
    const value = findValue(node, keyword);
    if (!value || (keyword === "default" && toJson(value) === null)) continue;
    const fit = keyword === "const" || keyword === "enum" ? others : schema;
    const items =
      value.kind === "list" && (keyword === "examples" || keyword === "enum") ? value.items : [value];
    if (refersToType(fit)) values.push(...items.map((item) => ({ keyword, item, schema: fit })));
    else for (const item of items) checkValue({ keyword, item, schema: fit }, report);
  }
}

/** Reports a value that does not fit a self-contained schema. */
export function checkValue({ keyword, item, schema }: LateValue, report: Report): void {
  const [error] = schemaErrors(schema, toJson(item));
  if (error) report(typeErrors.at(item.span, "unfit-value", { keyword, problem: error.message }));
}

function refersToType(schema: Json): boolean {
  if (Array.isArray(schema)) return schema.some(refersToType);
  if (typeof schema !== "object" || schema === null) return false;
  return Object.entries(schema).some(([key, value]) => key === "$ref" || refersToType(value));
}
