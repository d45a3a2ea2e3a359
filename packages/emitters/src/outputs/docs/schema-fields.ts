import type { Json, JsonObject, JsonSchema } from "@proviso/manifest";
import { code, joined, type Markdown, phrase, text } from "../../markdown/markdown.ts";

/** One row of a table of fields. */
export type FieldRow = {
  readonly name: Markdown;
  readonly type: Markdown;
  readonly required: boolean;
  readonly notes: Markdown;
};

/** Deeper fields would make a table unreadable. */
const maxDepth = 5;

/** The position of a field in its schema: the path to it, its depth, and the named types around it. */
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
    fieldRowsOf(schema, schemaObject(schema["$defs"]), { prefix: "", depth: 0, inside: [] });
  fieldsOfSchemas.set(schema, rows);
  return rows;
}

function fieldRowsOf(schema: JsonSchema, defs: JsonObject, place: FieldPosition): readonly FieldRow[] {
  const { prefix, depth, inside } = place;
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return Object.entries(schemaObject(schema["properties"])).flatMap(([key, value]) => {
    const property = schemaObject(value);
    const row = fieldRow(prefix + key, property, required.includes(key), defs);
    if (depth >= maxDepth) return [row];
    return [row, ...nestedFields(property, defs, { prefix: prefix + key, depth: depth + 1, inside })];
  });
}

function nestedFields(property: JsonSchema, defs: JsonObject, place: FieldPosition): readonly FieldRow[] {
  const { prefix, depth, inside } = place;
  const [target, names] = [resolvedReference(property, defs), requiredNamesOf(property, defs)];
  const isList = target["items"] !== undefined;
  const item = schemaObject(target["items"]);
  const own = isList ? [...names, ...requiredNamesOf(item, defs)] : names;
  if (own.some((name) => inside.includes(name))) return [];
  const inner = { prefix: isList ? `${prefix}[].` : `${prefix}.`, depth, inside: [...inside, ...own] };
  return fieldRowsOf(isList ? resolvedReference(item, defs) : target, defs, inner);
}

function fieldRow(path: string, property: JsonSchema, required: boolean, defs: JsonObject): FieldRow {
  const target = resolvedReference(property, defs);
  const description = property["description"] ?? target["description"];
  const notes = [
    ...(typeof description === "string" ? [text(description)] : []),
    ...([property, target].some(isSensitive) ? [phrase`Sensitive: not in the audit trail.`] : []),
    ...limitPhrases(target, ""),
    ...(target["items"] === undefined
      ? []
      : limitPhrases(resolvedReference(schemaObject(target["items"]), defs), "each: ")),
  ];
  return { name: code(path), type: typePhrase(property, defs), required, notes: joined(notes, " ") };
}

function isSensitive(schema: JsonSchema): boolean {
  return schema["sensitive"] === true;
}

/** A schema's type in words: `email`, list of `string`, `sent` or `failed`. */
function typePhrase(schema: JsonSchema, defs: JsonObject): Markdown {
  const { $ref, type, items, format } = schema;
  if (typeof $ref === "string") return code(refName($ref));
  if (schema["const"] !== undefined) return code(literalPhrase(schema["const"]));
  if (Array.isArray(schema["enum"]))
    return alternativeTypes(schema["enum"].map((value) => code(literalPhrase(value))));
  const branches = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(branches))
    return alternativeTypes(branches.map((branch) => typePhrase(schemaObject(branch), defs)));
  if (items !== undefined) return phrase`list of ${typePhrase(schemaObject(items), defs)}`;
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

/** The limits of a schema in brackets, or nothing. */
function limitPhrases(schema: JsonSchema, prefix: "" | "each: "): readonly Markdown[] {
  const found = [
    ...rangeKeywords.flatMap(([minimum, maximum, unit]) =>
      rangePhrase(schema[minimum], schema[maximum], unit),
    ),
    ...(schema["uniqueItems"] === true ? [phrase`no duplicates`] : []),
    ...otherLimitPhrases.flatMap(([keyword, words]) => {
      const value = schema[keyword];
      return value === undefined ? [] : [phrase`${text(words)} ${code(literalPhrase(value))}`];
    }),
  ];
  return found.length === 0 ? [] : [phrase`(${prefix as Markdown}${joined(found, ", ")})`];
}

function rangePhrase(
  minimum: Json | undefined,
  maximum: Json | undefined,
  unit: string,
): readonly Markdown[] {
  const least = typeof minimum === "number" ? minimum : undefined;
  const most = typeof maximum === "number" ? maximum : undefined;
  const words = unit as Markdown;
  if (least !== undefined && most !== undefined)
    return least === most ? [phrase`exactly ${least}${words}`] : [phrase`${least} to ${most}${words}`];
  if (least !== undefined) return [phrase`${least} or more${words}`];
  return most === undefined ? [] : [phrase`up to ${most}${words}`];
}

function resolvedReference(schema: JsonSchema, defs: JsonObject): JsonSchema {
  let current = schema;
  for (let hops = 0; typeof current["$ref"] === "string" && hops < maxDepth; hops += 1) {
    const name = refName(current["$ref"]);
    current = Object.hasOwn(defs, name) ? schemaObject(defs[name]) : {};
  }
  return current;
}

/** The named types that a schema refers to, directly or through another reference. */
function requiredNamesOf(schema: JsonSchema, defs: JsonObject): readonly string[] {
  const { $ref } = schema;
  if (typeof $ref !== "string") return [];
  const name = refName($ref);
  return [name, ...(Object.hasOwn(defs, name) ? requiredNamesOf(schemaObject(defs[name]), defs) : [])];
}

function refName(ref: string): string {
  return ref
    .replace(/^#\/\$defs\//, "")
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
}

function literalPhrase(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function schemaObject(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
