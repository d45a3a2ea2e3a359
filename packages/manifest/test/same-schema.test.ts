import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject, JsonSchema } from "../src/index.ts";
import { wireSchema } from "../src/json-schema/wire-schema.ts";
import { isSameSchema } from "../src/json-schema/same-schema.ts";

function check(one: JsonSchema, other: JsonSchema, expected: boolean): void {
  expect(isSameSchema(one, other)).toBe(expected);
  expect(isSameSchema(other, one)).toBe(expected);
}

const object = (properties: JsonObject, more: JsonObject = {}): JsonSchema => ({
  type: "object",
  properties,
  ...more,
});
const node = (more: JsonObject = {}): JsonObject =>
  object({ next: { $ref: "#/$defs/node" }, ...more }, { required: ["next"] });

describe("the same", () => {
  test.each<[string, JsonSchema, JsonSchema]>([
    [
      "in another order",
      object({ a: {}, b: { minLength: 1 } }),
      { properties: { b: { minLength: 1 }, a: {} }, type: "object" },
    ],
    [
      "with other words",
      object({ a: { type: "string", description: "One.", examples: ["x"] } }, { title: "T", $comment: "c" }),
      object(
        { a: { type: "string", title: "Two." } },
        { $schema: "https://json-schema.org/draft/2020-12/schema" },
      ),
    ],
    [
      "in the dialect of before",
      object({}),
      object({}, { $schema: "http://json-schema.org/draft-07/schema#", $id: "urn:x" }),
    ],
    [
      "with a type in the place of a reference",
      object({ a: { $ref: "#/$defs/t" } }, { $defs: { t: { type: "string" } } }),
      object({ a: { type: "string" } }),
    ],
    [
      "with a reference and a default",
      object({ a: { $ref: "#/$defs/t", default: "x" } }, { $defs: { t: { enum: ["x"] } } }),
      object({ a: { const: "x", default: "x" } }),
    ],
    [
      "with a list of types for a choice beside a default",
      object({ a: { anyOf: [{ type: "string", format: "date" }, { type: "null" }], default: null } }),
      object({ a: { type: ["null", "string"], format: "date", default: null } }),
    ],
    [
      "with a pattern that only one name matches",
      object({ a: {} }, { patternProperties: { "^b\\?$": { type: "string" }, "^x-": {} } }),
      object({ a: {}, "b?": { type: "string" } }, { patternProperties: { "^x-": {} } }),
    ],
    [
      "with keywords of another type",
      object({ a: { type: "integer", minLength: 3, format: "email" } }),
      object({ a: { type: "integer" } }),
    ],
    [
      "with choices out of its bounds",
      object({ a: { enum: ["ab", "b", "abc"], pattern: "^a", maxLength: 2 } }),
      object({ a: { enum: ["ab"], pattern: "^a", maxLength: 2 } }),
    ],
    [
      "with an unused definition that closes what others leave open",
      object({ a: { uniqueItems: false } }, { $defs: { t: { unevaluatedProperties: false } } }),
      object({ a: {} }),
    ],
    [
      "with definitions of other names",
      object({ a: { $ref: "#/$defs/t" } }, { $defs: { t: node(), node: node() } }),
      object({ a: { $ref: "#/definitions/u" } }, { definitions: { u: node() }, $defs: { node: node() } }),
    ],
    [
      "with required in another order, twice",
      object({}, { required: ["a", "b"] }),
      object({}, { required: ["b", "a", "b"] }),
    ],
    ["with nothing required", object({}, { required: [] }), object({})],
    ["as one value", { const: "a" }, { type: "string", enum: ["a"] }],
    ["in a list of types", { anyOf: [{ type: "string" }, { type: "null" }] }, { type: ["null", "string"] }],
    [
      "as alternatives of different types",
      { oneOf: [{ type: "string", minLength: 2 }, { type: "integer" }] },
      { type: ["integer", "string"], minLength: 2 },
    ],
    [
      "as alternatives in another order",
      { anyOf: [{ minLength: 1 }, { const: 7 }] },
      { anyOf: [{ enum: [7] }, { minLength: 1 }, { minLength: 1 }] },
    ],
    ["in an `allOf` of one", { allOf: [{ type: "string" }] }, { type: "string" }],
    [
      "in parts",
      { allOf: [{ type: "object" }, { properties: { a: { type: "string" } } }] },
      object({ a: { type: "string" } }),
    ],
    [
      "with what holds in any case",
      { type: "array", items: {}, minItems: 0, uniqueItems: false },
      { type: "array" },
    ],
    ["that accepts nothing", { properties: { a: false } }, { properties: { a: { not: {} } } }],
  ])("%s", (_what, one, other) => check(one, other, true));
});

describe("not the same", () => {
  test.each<[string, JsonSchema, JsonSchema]>([
    [
      "of a number's format",
      object({ a: { type: "integer", format: "int32" } }),
      object({ a: { type: "integer" } }),
    ],
    [
      "closed beside a choice, and open",
      { allOf: [{ additionalProperties: true }], unevaluatedProperties: false },
      { allOf: [{}], unevaluatedProperties: false },
    ],
    ["with a pattern of two names", object({}, { patternProperties: { "^a$": {} } }), object({ "^a$": {} })],
    ["narrower", object({ a: { type: "string" } }), object({ a: { type: "string", maxLength: 5 } })],
    ["wider", object({ a: { enum: ["x"] } }), object({ a: { enum: ["x", "y"] } })],
    ["with another default", object({ a: { default: 1 } }), object({ a: { default: 2 } })],
    ["open", object({}, { additionalProperties: false }), object({})],
    [
      "with a property more",
      object({ a: {} }, { additionalProperties: false }),
      object({ a: {}, b: {} }, { additionalProperties: false }),
    ],
    ["with a property called like an annotation", object({ title: { type: "string" } }), object({})],
    ["of a type more", { type: ["string", "null"] }, { type: "string" }],
    [
      "one of, not any of",
      { oneOf: [{ minLength: 1 }, { maxLength: 3 }] },
      { anyOf: [{ minLength: 1 }, { maxLength: 3 }] },
    ],
    ["twice in `oneOf`", { oneOf: [{ minLength: 1 }, { minLength: 1 }] }, { oneOf: [{ minLength: 1 }] }],
    [
      "with the loop begun elsewhere",
      { $ref: "#/$defs/r", $defs: { r: object({ a: object({ b: { $ref: "#/$defs/r" } }) }) } },
      object({ a: { $ref: "#/$defs/x" } }, { $defs: { x: object({ b: { $ref: "#/$defs/x" } }) } }),
    ],
    [
      "closed in one part",
      { allOf: [{ properties: { a: {} } }, { additionalProperties: false }] },
      { properties: { a: {} }, additionalProperties: false },
    ],
    [
      "nullable, as OpenAPI says it",
      { type: "string", nullable: true },
      { nullable: true, type: ["string"] },
    ],
    [
      "with a reference that leads out",
      { $ref: "https://example.com/a" },
      { $ref: "https://example.com/a", title: "A" },
    ],
    [
      "in a dialect that nobody knows",
      { $schema: "urn:mine", type: "string", title: "A" },
      { $schema: "urn:mine", type: "string" },
    ],
    [
      "with a tuple in the dialect of before",
      { prefixItems: [{}], $schema: "http://json-schema.org/draft-07/schema#" },
      { prefixItems: [{}] },
    ],
    [
      "beside a reference, in the dialect of before",
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        $ref: "#/$defs/a",
        maxLength: 1,
        $defs: { a: {} },
      },
      { maxLength: 1 },
    ],
  ])("%s", (_what, one, other) => check(one, other, false));
});

test("a schema that grows without end takes no time, and is not the same as another", () => {
  const many = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `t${index}`,
      object({ a: { $ref: `#/$defs/t${index + 1}` }, b: { $ref: `#/$defs/t${index + 1}` } }),
    ]),
  );
  const bomb = { $ref: "#/$defs/t0", $defs: { ...many, t40: {} } };
  check(bomb, { ...bomb, title: "Again" }, false);
  const deep = Array.from({ length: 5000 }).reduce<JsonSchema>((inner) => ({ not: inner }), {});
  check(deep, { title: "x", not: deep }, false);
});

const names = ["a", "b"] as const;
const leaf: fc.Arbitrary<JsonObject> = fc.constantFrom<JsonObject>(
  {},
  { type: "string" },
  { type: "integer" },
  { type: ["string", "null"] },
  { type: "number", minimum: 1 },
  { type: "string", minLength: 1 },
  { type: "string", maxLength: 1 },
  { const: "x" },
  { enum: ["x", 1, null] },
  { type: "boolean" },
  { type: "null" },
);
const { schemas } = fc.letrec<{ schemas: JsonObject }>((tie) => ({
  schemas: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.record(
      {
        type: fc.constantFrom("object", ["object", "null"]),
        properties: fc.dictionary(fc.constantFrom(...names), tie("schemas"), {
          maxKeys: 2,
          noNullPrototype: true,
        }),
        required: fc.subarray([...names]),
        additionalProperties: fc.oneof(fc.boolean(), tie("schemas")),
        minProperties: fc.constantFrom(0, 1),
      },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        type: fc.constant("array"),
        items: tie("schemas"),
        minItems: fc.constantFrom(0, 1),
        uniqueItems: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
    fc
      .tuple(
        fc.constantFrom("anyOf", "oneOf", "allOf"),
        fc.array(tie("schemas"), { minLength: 1, maxLength: 3 }),
      )
      .map(([key, list]): JsonObject => ({ [key]: list })),
    fc.tuple(tie("schemas"), tie("schemas")).map(([one, other]): JsonObject => ({ ...one, allOf: [other] })),
    tie("schemas").map((inner): JsonObject => ({ not: inner })),
  ),
}));
const { values } = fc.letrec<{ values: Json }>((tie) => ({
  values: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<Json>("", "x", "xy", 0, 1, 1.5, 2, true, null),
    fc.array(tie("values"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("a", "b", "c"), tie("values"), { maxKeys: 2, noNullPrototype: true }),
  ),
}));

/** Rewrites a schema at each place as the numbers say, without a change of meaning. */
function rewrite(schema: Json, next: () => number, defs: Record<string, Json>): Json {
  if (Array.isArray(schema)) return schema.map((item: Json) => rewrite(item, next, defs));
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]): [string, Json] => {
    if (key === "required" || key === "enum" || key === "const" || key === "type") return [key, value];
    if (key !== "properties") return [key, rewrite(value, next, defs)];
    const inner = Object.entries(value as JsonObject);
    return [
      key,
      Object.fromEntries(inner.map(([name, each]) => [name, rewrite(each, next, defs)]).toReversed()),
    ];
  });
  const turned = next() % 2 === 0 ? entries.toReversed() : entries;
  const same: JsonObject = {
    ...Object.fromEntries(turned),
    ...(next() % 3 === 0 ? { title: "Other words" } : {}),
  };
  if (next() % 3 > 0) return same;
  const name = `d${Object.keys(defs).length}`;
  defs[name] = same;
  return { $ref: `#/$defs/${name}` };
}

test("however a schema is written, it is the same", () => {
  fc.assert(
    fc.property(schemas, fc.array(fc.nat(11), { minLength: 20, maxLength: 20 }), (schema, numbers) => {
      let index = 0;
      const defs: Record<string, Json> = {};
      const other = rewrite(schema, () => numbers[index++ % numbers.length] ?? 0, defs) as JsonObject;
      expect(isSameSchema(schema, { ...other, $defs: defs })).toBe(true);
    }),
    { seed: 1, numRuns: 500 },
  );
});

test("a schema as it is sent to hosts, without references, is the same", () => {
  fc.assert(
    fc.property(schemas, fc.array(fc.nat(11), { minLength: 20, maxLength: 20 }), (schema, numbers) => {
      let index = 0;
      const defs: Record<string, Json> = {};
      const other = rewrite(schema, () => numbers[index++ % numbers.length] ?? 0, defs) as JsonObject;
      const whole = { ...other, $defs: defs };
      expect(isSameSchema(whole, wireSchema(whole))).toBe(true);
    }),
    { seed: 3, numRuns: 300 },
  );
});

test("of schemas that are the same, no value is valid for one and not for the other", () => {
  const ajv = new Ajv2020({ strict: false });
  let same = 0;
  fc.assert(
    fc.property(nearPairs, fc.array(values, { minLength: 30, maxLength: 30 }), ([one, other], samples) => {
      if (!isSameSchema(one, other)) return;
      same += 1;
      const [first, second] = [ajv.compile({ ...one }), ajv.compile({ ...other })];
      for (const value of samples) expect(first(value)).toBe(second(value));
    }),
    { seed: 2, numRuns: 500 },
  );
  // Otherwise the test would have compared nothing.
  expect(same).toBeGreaterThan(50);
});

/** Two schemas of which one is the other with a part in another place, left out, or under another word. */
const nearPairs: fc.Arbitrary<readonly [JsonObject, JsonObject]> = fc
  .tuple(schemas, schemas, fc.nat(7))
  .map(([one, other, way]) => {
    const [first = "type"] = Object.keys(one);
    const { [first]: taken, ...rest } = one;
    const part = taken === undefined ? {} : { [first]: taken };
    const ways: readonly (readonly [JsonObject, JsonObject])[] = [
      [one, { ...rest, allOf: [part] }],
      [one, { allOf: [rest, part] }],
      [one, rest],
      [{ anyOf: [one, other] }, { oneOf: [other, one] }],
      [{ anyOf: [one, other] }, { anyOf: [other, one, one] }],
      [
        { ...one, allOf: [other] },
        { ...other, ...one },
      ],
      [{ anyOf: [one] }, one],
      [{ allOf: [one, other] }, { ...one, ...other }],
    ];
    return ways[way] ?? [one, other];
  });
