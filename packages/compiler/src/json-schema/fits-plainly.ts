import type { Json, JsonObject, JsonSchema } from "@proviso/manifest";
import { matchesPattern } from "./safe-pattern.ts";
import { hasType, isObject } from "./schema-data.ts";

/** Whether a text has a format, as the validator decides. */
export type HasFormat = (text: string, format: string) => boolean;

/** The context of a schema inside a larger one. */
interface SchemaAround {
  readonly types: JsonObject;
  readonly hasFormat: HasFormat;
  /** The number of schemas that may still be visited. Types that use types several times can expand exponentially. */
  left: number;
}

const mostVisitedSchemas = 10_000;

/**
 * A quick check without Ajv, which takes a millisecond to compile a schema. True: the value fits the self-contained schema.
 * False: it may not fit, or the schema has a keyword that this check does not know.
 */
export function fitsPlainly(schema: JsonSchema, value: Json, hasFormat: HasFormat): boolean {
  return fitsSchema(schema, value, {
    types: (schema["$defs"] ?? {}) as JsonObject,
    hasFormat,
    left: mostVisitedSchemas,
  });
}

function fitsSchema(schema: Json, value: Json, around: SchemaAround): boolean {
  around.left -= 1;
  if (typeof schema === "boolean" || around.left < 0) return schema === true;
  return Object.entries(schema as JsonSchema).every(([keyword, said]) => {
    const test = Object.hasOwn(keywordTests, keyword) ? keywordTests[keyword] : undefined;
    return test !== undefined && test(said, value, around, schema as JsonSchema);
  });
}

type KeywordTest = (said: Json, value: Json, around: SchemaAround, schema: JsonSchema) => boolean;

const alwaysFits: KeywordTest = () => true;
/** Keywords that apply only to texts, numbers, lists or objects: values of other types fit. */
const textTest =
  (test: (said: Json, text: string, around: SchemaAround) => boolean): KeywordTest =>
  (said, value, around) =>
    typeof value !== "string" || test(said, value, around);
const numberTest =
  (test: (said: number, number: number) => boolean): KeywordTest =>
  (said, value) =>
    typeof value !== "number" || test(Number(said), value);
const listTest =
  (test: (said: Json, list: readonly Json[], around: SchemaAround) => boolean): KeywordTest =>
  (said, value, around) =>
    !Array.isArray(value) || test(said, value as readonly Json[], around);
const objectTest =
  (
    test: (said: Json, object: JsonObject, around: SchemaAround, schema: JsonSchema) => boolean,
  ): KeywordTest =>
  (said, value, around, schema) =>
    !isObject(value) || test(said, value, around, schema);

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
  type: (said, value) => [said].flat().some((type) => hasType(value, String(type))),
  // Compares scalars only: lists and objects never count as equal.
  const: (said, value) => said === value,
  enum: (said, value) => (said as readonly Json[]).some((each) => each === value),
  minLength: textTest((least, text) => [...text].length >= Number(least)),
  maxLength: textTest((most, text) => [...text].length <= Number(most)),
  pattern: textTest((said, text) => matchesPattern(String(said), text) === true),
  format: textTest((said, text, { hasFormat }) => hasFormat(text, String(said))),
  minimum: numberTest((least, number) => number >= least),
  maximum: numberTest((most, number) => number <= most),
  exclusiveMinimum: numberTest((bound, number) => number > bound),
  exclusiveMaximum: numberTest((bound, number) => number < bound),
  items: listTest((schema, list, around) => list.every((item) => fitsSchema(schema, item, around))),
  minItems: listTest((least, list) => list.length >= Number(least)),
  maxItems: listTest((most, list) => list.length <= Number(most)),
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
