import { isObject, type Json, type JsonObject, type JsonSchema } from "@proviso/manifest";
import { matchesPattern } from "./safe-pattern.ts";
import { hasType } from "./schema-data.ts";

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

function fitsSchema(schema: Json, value: Json, schemaAround: SchemaAround): boolean {
  schemaAround.left -= 1;
  if (typeof schema === "boolean" || schemaAround.left < 0) return schema === true;
  return Object.entries(schema as JsonSchema).every(([keyword, keywordValue]) => {
    const keywordTest = Object.hasOwn(keywordTests, keyword) ? keywordTests[keyword] : undefined;
    return keywordTest !== undefined && keywordTest(keywordValue, value, schemaAround, schema as JsonSchema);
  });
}

type KeywordTest = (
  keywordValue: Json,
  value: Json,
  schemaAround: SchemaAround,
  schema: JsonSchema,
) => boolean;

const alwaysFits: KeywordTest = () => true;
/** Keywords that apply only to texts, numbers, lists or objects: values of other types fit. */
const textTest =
  (keywordTest: (keywordValue: Json, text: string, schemaAround: SchemaAround) => boolean): KeywordTest =>
  (keywordValue, value, schemaAround) =>
    typeof value !== "string" || keywordTest(keywordValue, value, schemaAround);
const numberTest =
  (keywordTest: (keywordValue: number, number: number) => boolean): KeywordTest =>
  (keywordValue, value) =>
    typeof value !== "number" || keywordTest(Number(keywordValue), value);
const listTest =
  (
    keywordTest: (keywordValue: Json, list: readonly Json[], schemaAround: SchemaAround) => boolean,
  ): KeywordTest =>
  (keywordValue, value, schemaAround) =>
    !Array.isArray(value) || keywordTest(keywordValue, value as readonly Json[], schemaAround);
const objectTest =
  (
    keywordTest: (
      keywordValue: Json,
      object: JsonObject,
      schemaAround: SchemaAround,
      schema: JsonSchema,
    ) => boolean,
  ): KeywordTest =>
  (keywordValue, value, schemaAround, schema) =>
    !isObject(value) || keywordTest(keywordValue, value, schemaAround, schema);

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
  $ref: (name, value, schemaAround) => {
    const type = String(name).slice("#/$defs/".length);
    return (
      Object.hasOwn(schemaAround.types, type) &&
      fitsSchema(schemaAround.types[type] ?? false, value, schemaAround)
    );
  },
  type: (keywordValue, value) => [keywordValue].flat().some((type) => hasType(value, String(type))),
  // Compares scalars only: lists and objects never count as equal.
  const: (keywordValue, value) => keywordValue === value,
  enum: (keywordValue, value) => (keywordValue as readonly Json[]).some((each) => each === value),
  minLength: textTest((minimum, text) => [...text].length >= Number(minimum)),
  maxLength: textTest((max, text) => [...text].length <= Number(max)),
  pattern: textTest((keywordValue, text) => matchesPattern(String(keywordValue), text) === true),
  format: textTest((keywordValue, text, { hasFormat }) => hasFormat(text, String(keywordValue))),
  minimum: numberTest((minimum, number) => number >= minimum),
  maximum: numberTest((max, number) => number <= max),
  exclusiveMinimum: numberTest((bound, number) => number > bound),
  exclusiveMaximum: numberTest((bound, number) => number < bound),
  items: listTest((schema, list, schemaAround) =>
    list.every((item) => fitsSchema(schema, item, schemaAround)),
  ),
  minItems: listTest((minimum, list) => list.length >= Number(minimum)),
  maxItems: listTest((max, list) => list.length <= Number(max)),
  properties: objectTest((schemas, object, schemaAround) =>
    Object.entries(schemas as JsonObject).every(
      ([name, schema]) =>
        !Object.hasOwn(object, name) || fitsSchema(schema, object[name] ?? null, schemaAround),
    ),
  ),
  required: objectTest((names, object) =>
    (names as readonly string[]).every((name) => Object.hasOwn(object, name)),
  ),
  additionalProperties: objectTest((rest, object, schemaAround, { properties = {} }) =>
    Object.entries(object).every(
      ([name, value]) =>
        Object.hasOwn(properties as JsonObject, name) || fitsSchema(rest, value, schemaAround),
    ),
  ),
  allOf: (schemas, value, schemaAround) =>
    (schemas as readonly Json[]).every((each) => fitsSchema(each, value, schemaAround)),
  anyOf: (schemas, value, schemaAround) =>
    (schemas as readonly Json[]).some((each) => fitsSchema(each, value, schemaAround)),
};
