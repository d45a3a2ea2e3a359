import { isObject, type Json, type JsonObject, type JsonSchema } from "@proviso/manifest";
import { code, joined, type Markdown, phrase, text } from "../../text/markdown.ts";

/** One row of a page's table of fields. */
export type FieldRow = {
  readonly name: Markdown;
  readonly type: Markdown;
  readonly required: boolean;
  readonly notes: Markdown;
};

/** Deeper fields would make a page's table unreadable. */
const maxDepth = 5;

/** A field's position in its schema: its path, its depth, and the named types around it. */
interface FieldPosition {
  readonly prefix: string;
  readonly depth: number;
  /** A recursive type is described once; inside itself it is only named. */
  readonly inside: readonly string[];
}

/** Most schemas are needed twice: for the page of their tool and for `llms.txt`. */
const fieldsOfSchemas = new WeakMap<JsonSchema, readonly FieldRow[]>();

/** The fields of an object schema, nested ones as `address.city` and `lines[].amount`. */
export function schemaFields(schema: JsonSchema): readonly FieldRow[] {
  const rows =
    fieldsOfSchemas.get(schema) ??
    fieldRowsOf(schema, asFieldSchema(schema["$defs"]), { prefix: "", depth: 0, inside: [] });
  fieldsOfSchemas.set(schema, rows);
  return rows;
}

function fieldRowsOf(
  schema: JsonSchema,
  documentedTypes: JsonObject,
  fieldPosition: FieldPosition,
): readonly FieldRow[] {
  const { prefix: fieldPrefix, depth, inside: describedTypes } = fieldPosition;
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return Object.entries(asFieldSchema(schema["properties"])).flatMap(([key, value]) => {
    const fieldSchema = asFieldSchema(value);
    const row = fieldRow(fieldPrefix + key, fieldSchema, required.includes(key), documentedTypes);
    if (depth >= maxDepth) return [row];
    return [
      row,
      ...nestedFields(fieldSchema, documentedTypes, {
        prefix: fieldPrefix + key,
        depth: depth + 1,
        inside: describedTypes,
      }),
    ];
  });
}

function nestedFields(
  fieldSchema: JsonSchema,
  documentedTypes: JsonObject,
  fieldPosition: FieldPosition,
): readonly FieldRow[] {
  const { prefix: fieldPrefix, depth, inside: describedTypes } = fieldPosition;
  const [resolvedField, names] = [
    resolvedReference(fieldSchema, documentedTypes),
    requiredNamesOf(fieldSchema, documentedTypes),
  ];
  const isList = resolvedField["items"] !== undefined;
  const itemSchema = asFieldSchema(resolvedField["items"]);
  const typeNames = isList ? [...names, ...requiredNamesOf(itemSchema, documentedTypes)] : names;
  if (typeNames.some((name) => describedTypes.includes(name))) return [];
  const inner = {
    prefix: isList ? `${fieldPrefix}[].` : `${fieldPrefix}.`,
    depth,
    inside: [...describedTypes, ...typeNames],
  };
  return fieldRowsOf(
    isList ? resolvedReference(itemSchema, documentedTypes) : resolvedField,
    documentedTypes,
    inner,
  );
}

function fieldRow(
  path: string,
  fieldSchema: JsonSchema,
  required: boolean,
  documentedTypes: JsonObject,
): FieldRow {
  const resolvedField = resolvedReference(fieldSchema, documentedTypes);
  const description = fieldSchema["description"] ?? resolvedField["description"];
  const notes = [
    ...(typeof description === "string" ? [text(description)] : []),
    ...([fieldSchema, resolvedField].some(isSensitive) ? [phrase`Sensitive: not in the audit trail.`] : []),
    ...limitPhrases(resolvedField, ""),
    ...(resolvedField["items"] === undefined
      ? []
      : limitPhrases(resolvedReference(asFieldSchema(resolvedField["items"]), documentedTypes), "each: ")),
  ];
  return {
    name: code(path),
    type: typePhrase(fieldSchema, documentedTypes),
    required,
    notes: joined(notes, " "),
  };
}

function isSensitive(schema: JsonSchema): boolean {
  return schema["sensitive"] === true;
}

/** A schema's type in words: `email`, list of `string`, `sent` or `failed`. */
function typePhrase(schema: JsonSchema, documentedTypes: JsonObject): Markdown {
  const { $ref, type, items, format } = schema;
  if (typeof $ref === "string") return code(documentedTypeName($ref));
  if (schema["const"] !== undefined) return code(literalPhrase(schema["const"]));
  if (Array.isArray(schema["enum"]))
    return alternativeTypes(schema["enum"].map((value) => code(literalPhrase(value))));
  const branches = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(branches))
    return alternativeTypes(branches.map((branch) => typePhrase(asFieldSchema(branch), documentedTypes)));
  if (items !== undefined) return phrase`list of ${typePhrase(asFieldSchema(items), documentedTypes)}`;
  if (Array.isArray(type)) return alternativeTypes(type.map((name) => code(String(name))));
  return code(typeof format === "string" ? format : typeof type === "string" ? type : "any");
}

function alternativeTypes(parts: readonly Markdown[]): Markdown {
  if (parts.length <= 1) return parts[0] ?? phrase`nothing`;
  return phrase`${joined(parts.slice(0, -1), ", ")} or ${parts.at(-1) ?? phrase``}`;
}

const rangeKeywords: readonly (readonly [minimum: string, maximum: string, unit: string])[] = [
  ["minItems", "maxItems", " items"],
  ["minLength", "maxLength", " characters"],
  ["minimum", "maximum", ""],
];

const otherLimitPhrases: readonly (readonly [keyword: string, words: string])[] = [
  ["exclusiveMinimum", "more than"],
  ["exclusiveMaximum", "less than"],
  ["multipleOf", "a multiple of"],
  ["pattern", "matches"],
  ["default", "default"],
];

/** The limits of a schema as Markdown in brackets, or nothing. */
function limitPhrases(schema: JsonSchema, prefix: "" | "each: "): readonly Markdown[] {
  const limits = [
    ...rangeKeywords.flatMap(([minimum, maximum, unit]) =>
      rangePhrase(schema[minimum], schema[maximum], unit),
    ),
    ...(schema["uniqueItems"] === true ? [phrase`no duplicates`] : []),
    ...otherLimitPhrases.flatMap(([keyword, words]) => {
      const value = schema[keyword];
      return value === undefined ? [] : [phrase`${text(words)} ${code(literalPhrase(value))}`];
    }),
  ];
  return limits.length === 0 ? [] : [phrase`(${prefix as Markdown}${joined(limits, ", ")})`];
}

function rangePhrase(
  minimum: Json | undefined,
  maximum: Json | undefined,
  unit: string,
): readonly Markdown[] {
  const least = typeof minimum === "number" ? minimum : undefined;
  const max = typeof maximum === "number" ? maximum : undefined;
  const words = unit as Markdown;
  if (least !== undefined && max !== undefined)
    return least === max ? [phrase`exactly ${least}${words}`] : [phrase`${least} to ${max}${words}`];
  if (least !== undefined) return [phrase`${least} or more${words}`];
  return max === undefined ? [] : [phrase`up to ${max}${words}`];
}

function resolvedReference(schema: JsonSchema, documentedTypes: JsonObject): JsonSchema {
  let resolvedField = schema;
  for (let hops = 0; typeof resolvedField["$ref"] === "string" && hops < maxDepth; hops += 1) {
    const name = documentedTypeName(resolvedField["$ref"]);
    resolvedField = Object.hasOwn(documentedTypes, name) ? asFieldSchema(documentedTypes[name]) : {};
  }
  return resolvedField;
}

/** The named types that a schema refers to, directly or through another reference. */
function requiredNamesOf(schema: JsonSchema, documentedTypes: JsonObject): readonly string[] {
  const { $ref } = schema;
  if (typeof $ref !== "string") return [];
  const name = documentedTypeName($ref);
  return [
    name,
    ...(Object.hasOwn(documentedTypes, name)
      ? requiredNamesOf(asFieldSchema(documentedTypes[name]), documentedTypes)
      : []),
  ];
}

function documentedTypeName(ref: string): string {
  return ref
    .replace(/^#\/\$defs\//, "")
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
}

function literalPhrase(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function asFieldSchema(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
