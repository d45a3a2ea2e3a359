import { type Json, type JsonObject, type JsonSchema, mapInnerSchemas } from "@proviso/manifest";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareSchemas } from "../../src/diff/schemas/compare-schemas.ts";

function effectsOf(before: Json, after: Json): string {
  const found = compareSchemas(before, after);
  return found.map(({ path, effect }) => `${effect} ${path.join(".")}`).join(", ");
}

const leaf: fc.Arbitrary<JsonObject> = fc.constantFrom<JsonObject>(
  {},
  { type: "string" },
  { type: "integer" },
  { type: ["string", "null"] },
  { type: "number", minimum: 1 },
  { type: "number", exclusiveMaximum: 2, multipleOf: 2 },
  { type: "string", minLength: 1 },
  { type: "string", maxLength: 1 },
  { type: "string", pattern: "^x" },
  { type: "string", format: "date" },
  { const: "x" },
  { enum: ["x", 1, null] },
  { enum: ["x", "xy"] },
  { type: "boolean" },
  { type: "null" },
  { $ref: "#/$defs/list" },
  { $ref: "#/$defs/tree" },
);
/** An object with the key `then` looks like a promise to linters. */
function conditional(condition: Json, yes: Json, no: Json = true): JsonObject {
  const keys = ["if", "then", "else"];
  return Object.fromEntries([condition, yes, no].map((schema, at) => [keys[at], schema]));
}

const names = ["a", "b", "c"] as const;
const { schemas } = fc.letrec<{ schemas: JsonObject }>((tie) => {
  const inner = fc.oneof({ weight: 4, arbitrary: tie("schemas") }, { weight: 1, arbitrary: fc.boolean() });
  const map = fc.dictionary(fc.constantFrom(...names), inner, { maxKeys: 2, noNullPrototype: true });
  return {
    schemas: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      leaf,
      fc.record(
        {
          type: fc.constantFrom("object", ["object", "null"]),
          properties: map,
          required: fc.subarray([...names]),
          additionalProperties: inner,
          minProperties: fc.constantFrom(0, 1),
          maxProperties: fc.constantFrom(1, 2),
          patternProperties: fc.dictionary(fc.constantFrom("^a", "b"), inner, {
            maxKeys: 1,
            noNullPrototype: true,
          }),
          propertyNames: fc.constantFrom<JsonObject>({ maxLength: 1 }, { enum: ["a", "b"] }),
          dependentRequired: fc.constantFrom<JsonObject>({ a: ["b"] }, { b: ["a", "c"] }),
          dependentSchemas: fc.dictionary(fc.constantFrom("a", "b"), inner, {
            maxKeys: 1,
            noNullPrototype: true,
          }),
          unevaluatedProperties: fc.constant(false),
        },
        { requiredKeys: ["type", "properties"] },
      ),
      fc.record(
        {
          type: fc.constant("array"),
          items: inner,
          prefixItems: fc.array(inner, { minLength: 1, maxLength: 2 }),
          minItems: fc.constantFrom(0, 1),
          maxItems: fc.constantFrom(1, 2),
          uniqueItems: fc.boolean(),
        },
        { requiredKeys: ["type"] },
      ),
      fc.record(
        {
          type: fc.constant("array"),
          contains: inner,
          minContains: fc.constantFrom(0, 2),
          maxContains: fc.constantFrom(1, 2),
        },
        { requiredKeys: ["type", "contains"] },
      ),
      fc
        .tuple(fc.constantFrom("anyOf", "oneOf", "allOf"), fc.array(inner, { minLength: 1, maxLength: 3 }))
        .map(([key, list]): JsonObject => ({ [key]: list })),
      fc
        .tuple(tie("schemas"), tie("schemas"))
        .map(([one, other]): JsonObject => ({ ...one, allOf: [other] })),
      inner.map((negated): JsonObject => ({ not: negated })),
      fc.tuple(inner, inner, inner).map(([first, second, third]) => conditional(first, second, third)),
    ),
  };
});

/** Types that hold themselves, of which a schema may or may not make use. */
const recursiveTypes = fc.record({
  list: fc.constantFrom<JsonObject>(
    { type: "object", properties: { a: { $ref: "#/$defs/list" }, b: { type: "string" } } },
    { type: "object", properties: { a: { $ref: "#/$defs/list" } }, additionalProperties: false },
    { type: ["object", "null"], properties: { a: { $ref: "#/$defs/list" } }, required: ["b"] },
    { type: "object", properties: { a: { not: { $ref: "#/$defs/list" } }, b: { const: 1 } } },
    { type: "object", properties: { a: { not: { $ref: "#/$defs/list" } }, b: {} } },
    { anyOf: [{ type: "object", properties: { a: { $ref: "#/$defs/list" } } }, { const: "x" }] },
  ),
  tree: fc.constantFrom<JsonObject>(
    { type: "array", items: { $ref: "#/$defs/tree" } },
    { type: "array", items: { $ref: "#/$defs/tree" }, maxItems: 1 },
    { type: "array", items: { anyOf: [{ $ref: "#/$defs/tree" }, { type: "string" }] } },
    { oneOf: [{ type: "array", items: { $ref: "#/$defs/tree" } }, { type: "string" }] },
  ),
});

/** Two schemas of which the other is one with a part changed, or another. */
const pairs: fc.Arbitrary<readonly [JsonObject, JsonObject]> = fc
  .tuple(schemas, schemas, recursiveTypes, recursiveTypes, fc.nat(9), fc.nat(1000))
  .map(([one, other, defs, otherDefs, way, at]) => {
    const $defs = way % 2 === 0 ? otherDefs : defs;
    const changed = way < 2 ? other : replaceAt(one, other, at, way);
    return [
      { ...one, $defs: defs },
      { ...changed, $defs },
    ];
  });

/** Returns a schema with one of its inner schemas replaced, extended or without one keyword. */
function replaceAt(schema: JsonObject, by: JsonObject, at: number, way: number): JsonObject {
  let count = 0;
  const visit = (node: JsonSchema): JsonSchema => {
    count += 1;
    return mapInnerSchemas(node, visit);
  };
  visit(schema);
  const chosen = at % count;
  count = 0;
  const change = (node: JsonSchema): JsonSchema => {
    const isChosen = count++ === chosen;
    const inside = mapInnerSchemas(node, change);
    if (!isChosen) return inside;
    if (way < 5) return by;
    if (way < 7) return withoutBoth({ ...inside, ...by });
    const keys = Object.keys(inside).toSorted();
    const { [keys[at % keys.length] ?? ""]: _gone, ...rest } = inside;
    return rest;
  };
  return change(schema);
}

/** Beside `prefixItems`, Ajv 8.20 accepts an empty list where `contains` refuses it. */
function withoutBoth({ contains, ...schema }: JsonObject): JsonObject {
  return contains === undefined || schema["prefixItems"] !== undefined ? schema : { ...schema, contains };
}

const { values } = fc.letrec<{ values: Json }>((tie) => ({
  values: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<Json>("", "x", "xy", "2026-01-01", 0, 1, 1.5, 2, 4, true, null),
    fc.array(tie("values"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c", "ab"), tie("values"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

const ajv = new Ajv2020({ strict: false, logger: false });
addFormats.default(ajv);

/** Undefined where Ajv 8.20 fails itself: its code for `contains` below alternatives may lack a variable. */
function validator(schema: JsonObject): (value: Json) => boolean | undefined {
  const validate = ajv.compile({ ...schema });
  return (value) => {
    try {
      return validate(value) as boolean;
    } catch (error) {
      if (error instanceof ReferenceError) return undefined;
      throw error;
    }
  };
}

const runs = Number(process.env["DIFF_RUNS"] ?? 300);

test("without a difference that narrows, what was valid is valid; without one that widens, the reverse", () => {
  const tried = { covered: 0, covering: 0 };
  fc.assert(
    fc.property(pairs, fc.array(values, { minLength: 40, maxLength: 40 }), ([one, other], samples) => {
      const effects = new Set(compareSchemas(one, other).map(({ effect }) => effect));
      const [isCovered, isCovering] = [!effects.has("narrows"), !effects.has("widens")];
      if (effects.has("unclear") || (!isCovered && !isCovering)) return;
      const [before, after] = [validator(one), validator(other)];
      if (effects.size > 0) tried[isCovered ? "covered" : "covering"] += 1;
      for (const value of samples) {
        if (isCovered && before(value) === true) expect([value, after(value)]).not.toEqual([value, false]);
        if (isCovering && after(value) === true) expect([value, before(value)]).not.toEqual([value, false]);
      }
    }),
    { seed: Number(process.env["DIFF_SEED"] ?? 16), numRuns: runs },
  );
  // Otherwise the test would have compared nothing.
  expect(tried.covered).toBeGreaterThan(runs / 100);
  expect(tried.covering).toBeGreaterThan(runs / 100);
});

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...more,
});
const text = { type: "string" };
const tagged = (...tags: readonly string[]): JsonObject => ({
  oneOf: tags.map((tag) => object({ kind: { const: tag }, text }, { required: ["kind"] })),
});
const tree = (more: JsonObject): JsonObject => ({
  $ref: "#/$defs/tree",
  $defs: { tree: object({ children: { type: "array", items: { $ref: "#/$defs/tree" } }, ...more }) },
});

describe("a difference", () => {
  test.each<[string, JsonObject, JsonObject, string]>([
    ["of a limit", { maximum: 9 }, { maximum: 5 }, "narrows maximum"],
    ["of a limit that is gone", { minLength: 1 }, {}, "widens minLength"],
    ["of a limit that means nothing", { minItems: 0 }, {}, ""],
    ["of a type", text, { type: ["string", "null"] }, "widens type"],
    ["of a type in another notation", text, { anyOf: [text, { type: "null" }] }, "widens type"],
    ["of numbers", { type: "number" }, { type: "integer" }, "narrows type"],
    ["of values", { enum: ["a", "b"] }, { enum: ["b", "c"] }, "narrows enum, widens enum"],
    ["of one value", { const: "a" }, { enum: ["a", "b"] }, "widens enum"],
    ["of multiples", { multipleOf: 2 }, { multipleOf: 4 }, "narrows multipleOf"],
    ["of multiples that nobody can compare", { multipleOf: 4 }, { multipleOf: 6 }, "unclear multipleOf"],
    ["of a pattern", { pattern: "^a" }, { pattern: "^b" }, "unclear pattern"],
    ["of a format that nobody checks", { format: "isbn" }, { format: "ean" }, ""],
    ["of a new property", object({}), object({ a: text }), "widens properties.a"],
    [
      "of a new property where all were valid",
      { properties: {} },
      { properties: { a: text } },
      "narrows properties.a",
    ],
    [
      "of a required property that is new",
      object({}),
      object({ a: text }, { required: ["a"] }),
      "unclear properties.a",
    ],
    [
      "of a property that need not be there",
      object({ a: text }, { required: ["a"] }),
      object({ a: text }),
      "widens required",
    ],
    [
      "of an object that was closed",
      object({}),
      object({}, { additionalProperties: true }),
      "widens additionalProperties",
    ],
    ["of an item", { items: text }, { items: { ...text, maxLength: 3 } }, "narrows items.maxLength"],
    ["of an alternative", { anyOf: [text, { minimum: 1 }] }, { anyOf: [text] }, "narrows anyOf.1"],
    [
      "inside an alternative",
      { anyOf: [{ not: text }, { minimum: 1 }] },
      { anyOf: [{ not: text }, { minimum: 2 }] },
      "narrows anyOf.1.minimum",
    ],
    ["of a tagged alternative", tagged("a", "b"), tagged("a", "b", "c"), "widens oneOf.2"],
    [
      "of alternatives that overlap",
      { oneOf: [{ minimum: 1 }, { maximum: 9 }] },
      { oneOf: [{ minimum: 1 }, { maximum: 8 }] },
      "unclear oneOf",
    ],
    ["below a negation", { not: { minimum: 1 } }, { not: { minimum: 2 } }, "widens not.minimum"],
    [
      "of a condition",
      conditional(text, { minLength: 1 }),
      conditional(text, { minLength: 2 }),
      "narrows then.minLength",
    ],
    [
      "of what is looked at first",
      conditional(text, { minLength: 1 }),
      conditional({ minLength: 1 }, { minLength: 1 }),
      "unclear if",
    ],
    [
      "in a type that holds itself",
      tree({ a: text }),
      tree({ a: { ...text, maxLength: 2 } }),
      "narrows properties.a.maxLength",
    ],
    [
      "in a type that excludes itself",
      tree({ a: text, b: { not: { $ref: "#/$defs/tree" } } }),
      tree({ a: {}, b: { not: { $ref: "#/$defs/tree" } } }),
      "widens properties.a.type, unclear properties.b.not",
    ],
    [
      "of items that are counted",
      { contains: { minimum: 1 }, maxContains: 2 },
      { contains: { minimum: 2 }, maxContains: 2 },
      "unclear contains",
    ],
    [
      "of items of which one is enough",
      { contains: { minimum: 1 } },
      { contains: { minimum: 2 } },
      "narrows contains.minimum",
    ],
    [
      "of a property that a pattern may match",
      object({}, { patternProperties: { "^a": text } }),
      object({ a: {} }, { patternProperties: { "^a": text } }),
      "unclear properties.a",
    ],
    [
      "in what was evaluated",
      object({ a: text }, { unevaluatedProperties: false }),
      object({}, { unevaluatedProperties: false }),
      "unclear ",
    ],
    ["of a keyword that nobody knows", { colour: "red" }, { colour: "blue" }, "unclear colour"],
    [
      "of a dialect that nobody knows",
      { $schema: "urn:mine" },
      { $schema: "urn:mine", type: "string" },
      "unclear ",
    ],
    ["of a reference that leads nowhere", { $ref: "#/$defs/a" }, text, "unclear "],
    ["of words", { title: "One" }, { title: "Other", default: 1, examples: [1] }, ""],
  ])("%s", (_what, before, after, expected) => expect(effectsOf(before, after)).toBe(expected));

  test("of a schema that is not there: it accepts every value", () => {
    expect(compareSchemas(undefined, text)).toMatchObject([{ effect: "narrows", path: ["type"] }]);
    expect(compareSchemas(undefined, {})).toEqual([]);
  });
});

describe("a schema made to take long", () => {
  const many = (last: JsonObject): JsonObject => {
    const types = Array.from({ length: 60 }, (_, at): [string, JsonObject] => [
      `t${at}`,
      { anyOf: [{ $ref: `#/$defs/t${at + 1}` }, { type: "array", items: { $ref: `#/$defs/t${at + 1}` } }] },
    ]);
    return { $ref: "#/$defs/t0", $defs: { ...Object.fromEntries(types), t60: last } };
  };

  test.each([
    ["doubles at every level", many(text), many({ type: "number" })],
    ["leads to itself", { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/a" } } }, text],
  ])("%s, and what it accepts is unclear", (_what, before, after) => {
    expect(compareSchemas(before, after)).toMatchObject([{ effect: "unclear" }]);
  });
});
