import { isObject, type Json, type JsonObject, upperFirst } from "@proviso/manifest";
import { commentLine, commentText } from "./doc-comment.ts";

/** The doc comment of a value: its description, and the limits that its type cannot express. */
export function schemaDoc(schema: Json): readonly string[] {
  if (!isObject(schema)) return [];
  const { description, deprecated } = schema;
  const limits = limitsOfSchema(schema);
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
  const limits = isObject(items) ? limitsOfSchema(items) : [];
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
