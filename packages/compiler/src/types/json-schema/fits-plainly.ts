import type { Json, JsonObject, JsonSchema } from "@proviso/manifest";
import { matchesPattern } from "./safe-pattern.ts";

/** Whether a text has a format, as the validator has it. */
export type HasFormat = (text: string, format: string) => boolean;

/** Where a schema is part of a larger one. */
interface Around {
  readonly types: JsonObject;
  readonly hasFormat: HasFormat;
  /** How many schemas may still be looked at: types that use types several times can be more than anyone has time for. */
  left: number;
}

const mostSchemas = 10_000;

/**
 * True if a value certainly fits a self-contained schema: seen without a validator, which takes a millisecond to be made.
 * False says nothing: it may not fit, or its schema may hold a keyword that is not looked at here.
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
/** Speaks of texts alone, of numbers, of lists or of objects: whatever else is there fits. */
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

/** By keyword. What is not here, no value fits plainly. */
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
  type: (said, value) => [said].flat().some((type) => isOfType(value, type)),
  // Lists and objects are never the same.
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

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isOfType(value: Json, type: Json): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  return type === "object" ? isObject(value) : typeof value === type;
}
