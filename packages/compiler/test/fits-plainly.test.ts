import type { Json, JsonSchema } from "@proviso/manifest";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitsPlainly } from "../src/schemas/fits-plainly.ts";
import { schemaErrors, validatorErrors } from "../src/schemas/schema-errors.ts";

/** Where it is seen without a validator that a value fits, the validator finds nothing. */
function check(schema: JsonSchema, value: Json, isPlain: boolean): void {
  expect(fitsPlainly(schema, value, () => true)).toBe(isPlain);
  if (isPlain) expect(validatorErrors(schema, value)).toEqual([]);
}

const closed = { type: "object", additionalProperties: false } as const;

describe("a value that plainly fits", () => {
  test.each<[string, JsonSchema, Json]>([
    ["text", { type: "string", minLength: 1, maxLength: 2, pattern: "^[a-z]{1,2}$" }, "ab"],
    ["characters of two units", { type: "string", maxLength: 1 }, "\u{1f600}"],
    ["numbers", { type: "integer", minimum: 1, maximum: 1, exclusiveMinimum: 0, exclusiveMaximum: 2 }, 1],
    ["null and truth", { type: "array", items: { type: ["null", "boolean"] } }, [null, true]],
    ["words", { type: "array", items: { enum: ["a", 1, null] }, minItems: 1, maxItems: 3 }, ["a", 1, null]],
    ["objects", { ...closed, properties: { a: { const: 1 }, b: true }, required: ["a"] }, { a: 1 }],
    ["objects without what all inherit", { properties: { toString: { type: "string" } } }, {}],
    ["open objects", { type: "object", additionalProperties: { type: "string" } }, { a: "x" }],
    ["named types", { $ref: "#/$defs/a.b", $defs: { "a.b": { type: "string" } } }, "x"],
    ["alternatives", { anyOf: [{ type: "string" }, { allOf: [{ type: "integer" }, { minimum: 1 }] }] }, 1],
    ["what is only said", { title: "a", description: "b", sensitive: true, default: 1, examples: [1] }, {}],
  ])("%s", (_name, schema, value) => check(schema, value, true));
});

describe("what the validator is asked about", () => {
  test.each<[string, JsonSchema, Json]>([
    ["what does not fit", { type: "string" }, 1],
    ["an unknown property", { ...closed, properties: {} }, { a: 1 }],
    ["a keyword that is not looked at", { type: "array", uniqueItems: true }, [1]],
    ["a list that is said to be constant", { const: [1] }, [1]],
    ["an unsafe pattern", { pattern: "^(?=a)(a+)+$" }, "a"],
    ["a type that is not there", { $ref: "#/$defs/a" }, 1],
    ["a property that every object has", { required: ["toString"] }, {}],
  ])("%s", (_name, schema, value) => check(schema, value, false));

  test("and refuses, if what is required is only inherited", () =>
    expect(validatorErrors({ required: ["toString"] }, {})).toHaveLength(1));

  test("types that use types twice, over and over", () => {
    const name = (level: number): string => `#/$defs/t${level}`;
    const levels = Array.from({ length: 60 }, (_, level) => level);
    const types = levels.map((level) => [
      `t${level}`,
      { anyOf: [{ $ref: name(level + 1) }, { $ref: name(level + 1) }] },
    ]);
    check({ $ref: name(0), $defs: { ...Object.fromEntries(types), t60: { type: "string" } } }, 1, false);
  });
});

describe("whatever is asked", () => {
  const value = fc.letrec<{ value: Json; leaf: Json }>((tie) => ({
    leaf: fc.constantFrom<Json>(0, 1, 2.5, -1, "", "a", "ab", "2026-06-01", "\u{1f600}", true, null),
    value: fc.oneof(
      { maxDepth: 2 },
      tie("leaf"),
      fc.array(tie("value"), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom("a", "b", "toString"), tie("value"), { maxKeys: 2 }),
    ),
  })).value;
  const schema = fc.letrec<{ schema: Json }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 2 },
      fc.boolean(),
      fc.record(
        {
          type: fc.constantFrom<Json>("string", "number", "integer", "object", "array", "null", [
            "string",
            "null",
          ]),
          enum: fc.constant<Json>([1, "a", null]),
          const: fc.constantFrom<Json>(1, "a", null, []),
          minLength: fc.nat(2),
          maxLength: fc.nat(2),
          pattern: fc.constantFrom("^a", "^.$", "^(a+)+$"),
          format: fc.constantFrom("date", "email"),
          minimum: fc.nat(2),
          exclusiveMaximum: fc.nat(2),
          minItems: fc.nat(2),
          maxItems: fc.nat(2),
          uniqueItems: fc.boolean(),
          items: tie("schema"),
          properties: fc.dictionary(fc.constantFrom("a", "b", "toString"), tie("schema")),
          required: fc.subarray(["a", "b", "toString"]),
          additionalProperties: tie("schema"),
          anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
          allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
          oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
          not: tie("schema"),
          $ref: fc.constant("#/$defs/t"),
        },
        { requiredKeys: [] },
      ),
    ),
  })).schema;
  const small = schema.map((each) => (typeof each === "object" && each !== null ? keepFew(each) : each));

  test("nothing is said to fit in which the validator finds an error", () => {
    const cases = fc.tuple(small, small, value);
    const seen = fc.sample(cases, { seed: 20261121, numRuns: 1000 }).filter(([root, type, given]) => {
      const whole: JsonSchema = { allOf: [root], $defs: { t: withoutReference(type) } };
      const found = validatorErrors(whole, given);
      expect(schemaErrors(whole, given)).toEqual(found);
      return found.length === 0;
    });
    expect(seen.length).toBeGreaterThan(100);
  });
});

/** So that some value fits now and then. */
function keepFew(schema: Json): Json {
  const entries = Object.entries(schema as JsonSchema);
  return Object.fromEntries(entries.slice(0, 1 + (entries.length % 3)));
}

function withoutReference(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref"', '"title"')) as Json;
}
