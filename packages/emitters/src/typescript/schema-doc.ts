import type { Json, JsonObject } from "@proviso/manifest";
import { commentLine, commentText } from "./doc-comment.ts";

/** The doc comment of a schema that several types use is made once. */
const schemaDocs = new WeakMap<JsonObject, readonly string[]>();

/** The doc comment of a value: its description, and the limits that its type cannot express. */
export function schemaDoc(schema: Json): readonly string[] {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return [];
  const fields = schema as JsonObject;
  const doc = schemaDocs.get(fields) ?? docOfSchema(fields);
  schemaDocs.set(fields, doc);
  return doc;
}

function docOfSchema(fields: JsonObject): readonly string[] {
  const limits = limitsOfSchema(fields);
  const { description, deprecated } = fields;
  const descriptionLines =
    typeof description === "string" && description.trim() !== "" ? [commentText(description)] : [];
  const sentence = limits.length > 0 ? [`${upperFirst(limits.join(", "))}.`] : [];
  return [...joinShort(descriptionLines, sentence), ...(deprecated === true ? ["@deprecated"] : [])];
}

/** Puts the limits on the line of the description if that ends with a full stop and has room. */
function joinShort(descriptionLines: readonly string[], limits: readonly string[]): string[] {
  const line = [...descriptionLines, ...limits].join(" ");
  return /[.!?]$/.test(descriptionLines[0] ?? "") && line.length < 90
    ? [line]
    : [...descriptionLines, ...limits];
}

function limitsOfSchema(schema: JsonObject): string[] {
  const { format, pattern, items, uniqueItems, multipleOf, default: defaultValue } = schema;
  return [
    ...(typeof format === "string" ? [`in \`${commentLine(format)}\` format`] : []),
    ...(schema["type"] === "integer" ? ["an integer"] : []),
    ...rangeOfSchema(schema["minLength"], schema["maxLength"], " character"),
    ...rangeOfSchema(schema["minItems"], schema["maxItems"], " item"),
    ...(uniqueItems === true ? ["all different"] : []),
    ...itemLimits(items),
    ...rangeOfSchema(schema["minimum"], schema["maximum"], ""),
    ...(typeof schema["exclusiveMinimum"] === "number" ? [`more than ${schema["exclusiveMinimum"]}`] : []),
    ...(typeof schema["exclusiveMaximum"] === "number" ? [`less than ${schema["exclusiveMaximum"]}`] : []),
    ...(typeof multipleOf === "number" ? [`a multiple of ${multipleOf}`] : []),
    ...(typeof pattern === "string" ? [`matches \`${commentLine(pattern)}\``] : []),
    ...(defaultValue === undefined ? [] : [`default ${commentLine(JSON.stringify(defaultValue))}`]),
  ];
}

function itemLimits(items: Json | undefined): string[] {
  if (typeof items !== "object" || items === null || Array.isArray(items)) return [];
  const limits = limitsOfSchema(items as JsonObject);
  return limits.length > 0 ? [`each ${limits.join(", ")}`] : [];
}

function rangeOfSchema(minimum: Json | undefined, maximum: Json | undefined, unit: string): string[] {
  const countText = (limit: number): string => `${limit}${unit === "" || limit === 1 ? unit : `${unit}s`}`;
  if (typeof minimum === "number" && minimum === maximum) return [`exactly ${countText(minimum)}`];
  if (typeof minimum === "number" && typeof maximum === "number")
    return [`${minimum} to ${countText(maximum)}`];
  if (typeof minimum === "number") return [`at least ${countText(minimum)}`];
  return typeof maximum === "number" ? [`at most ${countText(maximum)}`] : [];
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
