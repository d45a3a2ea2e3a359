import { isObject, type Json, type JsonObject, type JsonSchema } from "@proviso/manifest";
import { matchesPattern } from "./safe-pattern.ts";
import { hasType } from "@proviso/manifest";

/** Whether a text has a format, as the validator decides. */
export type HasFormat = (text: string, format: string) => boolean;

/** The context of a schema inside a larger one. */
interface SchemaAround {
  readonly types: JsonObject;
  readonly hasFormat: HasFormat;
  /** How many schemas may still be visited: types that repeat types expand exponentially. */
  left: number;
}

const maxVisitedSchemas = 10_000;

/**
 * A quick check without Ajv, which takes a millisecond to compile a schema. True: the value fits
 * the self-contained schema. False: it may not fit, or there is an unknown keyword.
 */
export function fitsPlainly(schema: JsonSchema, value: Json, hasFormat: HasFormat): boolean {
  return fitsSchema(schema, value, {
    types: (schema["$defs"] ?? {}) as JsonObject,
    hasFormat,
    left: maxVisitedSchemas,
  });
}

function fitsSchema(schema: Json, value: Json, around: SchemaAround): boolean {
  around.left -= 1;
  if (typeof schema === "boolean" || around.left < 0) return schema === true;
  return Object.entries(schema as JsonSchema).every(([keyword, wanted]) => {
    const fits = Object.hasOwn(keywordTests, keyword) ? keywordTests[keyword] : undefined;
    return fits !== undefined && fits(wanted, value, around, schema as JsonSchema);
  });
}

type KeywordTest = (wanted: Json, value: Json, around: SchemaAround, schema: JsonSchema) => boolean;

const alwaysFits: KeywordTest = () => true;
/** Keywords that apply only to texts, numbers, lists or objects: values of other types fit. */
const textTest =
  (fits: (wanted: Json, text: string, around: SchemaAround) => boolean): KeywordTest =>
  (wanted, value, around) =>
    typeof value !== "string" || fits(wanted, value, around);
const numberTest =
  (fits: (wanted: number, number: number) => boolean): KeywordTest =>
  (wanted, value) =>
    typeof value !== "number" || fits(Number(wanted), value);
const listTest =
  (fits: (wanted: Json, list: readonly Json[], around: SchemaAround) => boolean): KeywordTest =>
  (wanted, value, around) =>
    !Array.isArray(value) || fits(wanted, value as readonly Json[], around);
const objectTest =
  (
    fits: (wanted: Json, object: JsonObject, around: SchemaAround, schema: JsonSchema) => boolean,
  ): KeywordTest =>
  (wanted, value, around, schema) =>
    !isObject(value) || fits(wanted, value, around, schema);

/** The check for each keyword. A keyword that is not in this table fails the quick check. */
const keywordTests: Readonly<Record<string, KeywordTest>> = {
  title: alwaysFits,
  description: alwaysFits,
  $comment: alwaysFits,
  default: alwaysFits,
  examples: alwaysFits,
  deprecated: alwaysFits,
  readOnly: alwaysFits,
  writeOnly: alwaysFits,
  sensitive: alwaysFits,
  $defs: alwaysFits,
  $ref: (name, value, around) => {
    const type = String(name).slice("#/$defs/".length);
    return Object.hasOwn(around.types, type) && fitsSchema(around.types[type] ?? false, value, around);
  },
  type: (wanted, value) => [wanted].flat().some((type) => hasType(value, type)),
  // Compares scalars only: lists and objects never count as equal.
  const: (wanted, value) => wanted === value,
  enum: (wanted, value) => (wanted as readonly Json[]).some((each) => each === value),
  minLength: textTest((minimum, text) => [...text].length >= Number(minimum)),
  maxLength: textTest((max, text) => [...text].length <= Number(max)),
  pattern: textTest((wanted, text) => matchesPattern(String(wanted), text) === true),
  format: textTest((wanted, text, { hasFormat }) => hasFormat(text, String(wanted))),
  minimum: numberTest((minimum, number) => number >= minimum),
  maximum: numberTest((max, number) => number <= max),
  exclusiveMinimum: numberTest((bound, number) => number > bound),
  exclusiveMaximum: numberTest((bound, number) => number < bound),
  items: listTest((schema, list, around) => list.every((item) => fitsSchema(schema, item, around))),
  minItems: listTest((minimum, list) => list.length >= Number(minimum)),
  maxItems: listTest((max, list) => list.length <= Number(max)),
  properties: objectTest((schemas, object, around) =>
    Object.entries(schemas as JsonObject).every(
      ([name, schema]) => !Object.hasOwn(object, name) || fitsSchema(schema, object[name] ?? null, around),
    ),
  ),
  required: objectTest((names, object) =>
    (names as readonly string[]).every((name) => Object.hasOwn(object, name)),
  ),
  additionalProperties: objectTest((rest, object, around, { properties = {} }) =>
    Object.entries(object).every(
      ([name, value]) => Object.hasOwn(properties as JsonObject, name) || fitsSchema(rest, value, around),
    ),
  ),
  allOf: (schemas, value, around) =>
    (schemas as readonly Json[]).every((each) => fitsSchema(each, value, around)),
  anyOf: (schemas, value, around) =>
    (schemas as readonly Json[]).some((each) => fitsSchema(each, value, around)),
};
