import { type Json, type JsonObject, type JsonSchema, objectOf, typeNameIn } from "@proviso/manifest";
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

interface Around {
  /** The named types of the whole schema. */
  readonly types: JsonObject;
  /** Of the paths. */
  readonly prefix: string;
  readonly depth: number;
  /** A recursive type is described once; inside itself it is only named. */
  readonly inside: readonly string[];
}

/** The fields of an object schema, nested ones as `address.city` and `lines[].amount`. */
export function schemaFields(schema: JsonSchema): readonly FieldRow[] {
  return rowsOf(schema, { types: objectOf(schema["$defs"]), prefix: "", depth: 0, inside: [] });
}

function rowsOf(schema: JsonSchema, around: Around): readonly FieldRow[] {
  const { types, prefix, depth } = around;
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return Object.entries(objectOf(schema["properties"])).flatMap(([key, value]) => {
    const field = objectOf(value);
    const inner = { ...around, prefix: prefix + key, depth: depth + 1 };
    return [
      fieldRow(prefix + key, field, required.includes(key), types),
      ...(depth >= maxDepth ? [] : nestedRows(field, inner)),
    ];
  });
}

function nestedRows(field: JsonSchema, { prefix, ...around }: Around): readonly FieldRow[] {
  const { types, inside } = around;
  const { items } = resolved(field, types);
  const item = objectOf(items);
  const names = [...namesOf(field, types), ...namesOf(item, types)];
  if (names.some((name) => inside.includes(name))) return [];
  const inner = { ...around, prefix: items === undefined ? `${prefix}.` : `${prefix}[].` };
  return rowsOf(resolved(items === undefined ? field : item, types), {
    ...inner,
    inside: [...inside, ...names],
  });
}

function fieldRow(path: string, field: JsonSchema, required: boolean, types: JsonObject): FieldRow {
  const schema = resolved(field, types);
  const { items } = schema;
  const description = field["description"] ?? schema["description"];
  const notes = [
    ...(typeof description === "string" ? [text(description)] : []),
    ...([field, schema].some(isSensitive) ? [phrase`Sensitive: not in the audit trail.`] : []),
    ...limitPhrases(schema, ""),
    ...(items === undefined ? [] : limitPhrases(resolved(objectOf(items), types), "each: ")),
  ];
  return { name: code(path), type: typePhrase(field), required, notes: joined(notes, " ") };
}

function isSensitive(schema: JsonSchema): boolean {
  return schema["sensitive"] === true;
}

/** A schema's type in words: `email`, list of `string`, `sent` or `failed`. */
function typePhrase(schema: JsonSchema): Markdown {
  const { $ref, type, items, format } = schema;
  if (typeof $ref === "string") return code(typeNameIn($ref));
  if (schema["const"] !== undefined) return code(literalPhrase(schema["const"]));
  if (Array.isArray(schema["enum"]))
    return alternativeTypes(schema["enum"].map((value) => code(literalPhrase(value))));
  const branches = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(branches))
    return alternativeTypes(branches.map((branch) => typePhrase(objectOf(branch))));
  if (items !== undefined) return phrase`list of ${typePhrase(objectOf(items))}`;
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

/** The schema, or the named type that it refers to. */
function resolved(schema: JsonSchema, types: JsonObject): JsonSchema {
  const name = namesOf(schema, types).at(-1);
  if (name === undefined) return schema;
  return Object.hasOwn(types, name) ? objectOf(types[name]) : {};
}

/** The named types that a schema refers to, directly or through another reference. */
function namesOf({ $ref }: JsonSchema, types: JsonObject): readonly string[] {
  if (typeof $ref !== "string") return [];
  const name = typeNameIn($ref);
  return [name, ...(Object.hasOwn(types, name) ? namesOf(objectOf(types[name]), types) : [])];
}

function literalPhrase(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
