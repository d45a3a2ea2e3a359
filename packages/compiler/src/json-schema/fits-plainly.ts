import type { Json, JsonObject, JsonSchema } from "@proviso/manifest";
import { matchesPattern } from "./safe-pattern.ts";
import { hasType, isObject } from "./schema-data.ts";

/** Whether a text has a format, as the validator decides. */
export type HasFormat = (text: string, format: string) => boolean;

/** The context of a schema inside a larger one. */
interface Around {
  readonly types: JsonObject;
  readonly hasFormat: HasFormat;
  /** The number of schemas that may still be visited. Types that use types several times can expand exponentially. */
  left: number;
}

const mostSchemas = 10_000;

/**
 * A quick check without Ajv, which takes a millisecond to compile a schema. True: the value fits the self-contained schema.
 * False: it may not fit, or the schema has a keyword that this check does not know.
 */
export function fitsPlainly(schema: JsonSchema, value: Json, hasFormat: HasFormat): boolean {
  return fits(schema, value, { types: (schema["$defs"] ?? {}) as JsonObject, hasFormat, left: mostSchemas });
}

function fits(schema: Json, value: Json, around: Around): boolean {
  around.left -= 1;
  if (typeof schema === "boolean" || around.left < 0) return schema === true;
  return Object.entries(schema as JsonSchema).every(([keyword, said]) => {
    const test = Object.hasOwn(tests, keyword) ? tests[keyword] : undefined;
    return test !== undefined && test(said, value, around, schema as JsonSchema);
  });
}

type Test = (said: Json, value: Json, around: Around, schema: JsonSchema) => boolean;

const says: Test = () => true;
/** Keywords that apply only to texts, numbers, lists or objects: values of other types fit. */
const ofText =
  (test: (said: Json, text: string, around: Around) => boolean): Test =>
  (said, value, around) =>
    typeof value !== "string" || test(said, value, around);
const ofNumber =
  (test: (said: number, number: number) => boolean): Test =>
  (said, value) =>
    typeof value !== "number" || test(Number(said), value);
const ofList =
  (test: (said: Json, list: readonly Json[], around: Around) => boolean): Test =>
  (said, value, around) =>
    !Array.isArray(value) || test(said, value as readonly Json[], around);
const ofObject =
  (test: (said: Json, object: JsonObject, around: Around, schema: JsonSchema) => boolean): Test =>
  (said, value, around, schema) =>
    !isObject(value) || test(said, value, around, schema);

/** The check for each keyword. A keyword that is not in this table fails the quick check. */
const tests: Readonly<Record<string, Test>> = {
  title: says,
  description: says,
  $comment: says,
  default: says,
  examples: says,
  deprecated: says,
  readOnly: says,
  writeOnly: says,
  sensitive: says,
  $defs: says,
  $ref: (name, value, around) => {
    const type = String(name).slice("#/$defs/".length);
    return Object.hasOwn(around.types, type) && fits(around.types[type] ?? false, value, around);
  },
  type: (said, value) => [said].flat().some((type) => hasType(value, String(type))),
  // Compares scalars only: lists and objects never count as equal.
  const: (said, value) => said === value,
  enum: (said, value) => (said as readonly Json[]).some((each) => each === value),
  minLength: ofText((least, text) => [...text].length >= Number(least)),
  maxLength: ofText((most, text) => [...text].length <= Number(most)),
  pattern: ofText((said, text) => matchesPattern(String(said), text) === true),
  format: ofText((said, text, { hasFormat }) => hasFormat(text, String(said))),
  minimum: ofNumber((least, number) => number >= least),
  maximum: ofNumber((most, number) => number <= most),
  exclusiveMinimum: ofNumber((bound, number) => number > bound),
  exclusiveMaximum: ofNumber((bound, number) => number < bound),
  items: ofList((schema, list, around) => list.every((item) => fits(schema, item, around))),
  minItems: ofList((least, list) => list.length >= Number(least)),
  maxItems: ofList((most, list) => list.length <= Number(most)),
  properties: ofObject((schemas, object, around) =>
    Object.entries(schemas as JsonObject).every(
      ([name, schema]) => !Object.hasOwn(object, name) || fits(schema, object[name] ?? null, around),
    ),
  ),
  required: ofObject((names, object) =>
    (names as readonly string[]).every((name) => Object.hasOwn(object, name)),
  ),
  additionalProperties: ofObject((rest, object, around, { properties = {} }) =>
    Object.entries(object).every(
      ([name, value]) => Object.hasOwn(properties as JsonObject, name) || fits(rest, value, around),
    ),
  ),
  allOf: (schemas, value, around) => (schemas as readonly Json[]).every((each) => fits(each, value, around)),
  anyOf: (schemas, value, around) => (schemas as readonly Json[]).some((each) => fits(each, value, around)),
};
