// Arbitrary schemas of arguments, as servers write them.
import fc from "fast-check";

export type Schema = Readonly<Record<string, unknown>>;

export const names = [
  "a",
  "b",
  "type",
  "title",
  "enum",
  "$ref",
  "items",
  "a?",
  "A",
  "x-y",
  "constructor",
  "due date",
];
const value = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    1,
    2.5,
    -3,
    "",
    "a",
    "aa",
    "x",
    "on",
    "null",
    "2026-11-22",
    "a@b.example",
  ),
  fc.array(fc.constantFrom<unknown>(0, 1, "a", null), { maxLength: 3 }),
);
export const anyValue = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    value,
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie("any"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).any;

const count = fc.integer({ min: 0, max: 2 });
const remarks = { description: fc.constantFrom("Some: text", "# a", ""), title: fc.constant("T") };

/** Arbitrary well-formed schemas, as servers write them. */
const schemas = fc.letrec<{ schema: Schema; map: Readonly<Record<string, Schema>> }>((tie) => ({
  map: fc.dictionary(fc.constantFrom(...names), tie("schema"), { maxKeys: 4, noNullPrototype: true }),
  schema: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({ type: fc.constant("string"), minLength: count, ...remarks }, { requiredKeys: ["type"] }),
    fc.record(
      {
        type: fc.constant("string"),
        pattern: fc.constantFrom("^a", "a+$", "[\\w\\-]"),
        enum: fc.constant(["a", "on", "null"]),
      },
      { requiredKeys: ["type"] },
    ),
    fc.record({ type: fc.constant("string"), format: fc.constantFrom("email", "date", "uri", "x-own") }),
    fc.record(
      {
        type: fc.constantFrom("integer", "number"),
        minimum: count,
        exclusiveMaximum: fc.integer({ min: 2, max: 9 }),
      },
      { requiredKeys: ["type"] },
    ),
    fc.record({ type: fc.constantFrom("boolean", "null") }),
    fc.record(
      { type: fc.constantFrom(["string", "null"], ["integer", "string"], ["object", "array"]), ...remarks },
      { requiredKeys: ["type"] },
    ),
    fc.record(
      { enum: fc.constantFrom(["a", "b"], ["a", "string"], [1, "a", null]), ...remarks },
      { requiredKeys: ["enum"] },
    ),
    fc.record({ const: value }),
    fc.record(remarks, { requiredKeys: [] }),
    fc.record(
      { type: fc.constant("array"), items: tie("schema"), minItems: count, uniqueItems: fc.boolean() },
      { requiredKeys: ["type"] },
    ),
    fc.record(
      {
        type: fc.constant("array"),
        prefixItems: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        items: fc.oneof(fc.boolean(), tie("schema")),
      },
      { requiredKeys: ["prefixItems"] },
    ),
    fc.record(
      { type: fc.constant("array"), contains: tie("schema"), minContains: count },
      { requiredKeys: ["contains"] },
    ),
    fc.record(
      {
        type: fc.constant("object"),
        properties: tie("map"),
        required: fc.uniqueArray(fc.constantFrom("a", "b", "type"), { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
        patternProperties: fc.constantFrom({ "^x-": { type: "string" } }, {}),
        propertyNames: fc.constantFrom({ maxLength: 3 }, { pattern: "^[a-z]" }),
        minProperties: count,
        dependentSchemas: fc.constantFrom({ a: { required: ["b"] } }),
        dependentRequired: fc.constantFrom({ a: ["b"] }),
        ...remarks,
      },
      { requiredKeys: ["type"] },
    ),
    fc.record({ properties: tie("map"), required: fc.constant(["a"]) }, { requiredKeys: ["properties"] }),
    ...["anyOf", "oneOf", "allOf"].map((key) =>
      fc.record(
        {
          [key]: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
          properties: tie("map"),
          ...remarks,
        },
        { requiredKeys: [key as "properties"] },
      ),
    ),
    fc.record(
      {
        allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        unevaluatedProperties: fc.boolean(),
        oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
      },
      { requiredKeys: ["allOf"] },
    ),
    fc.record({ not: tie("schema") }),
    fc
      .tuple(tie("schema"), tie("schema"), tie("schema"))
      .map((parts) => Object.fromEntries(["if", "then", "else"].map((key, index) => [key, parts[index]]))),
    fc.record(
      { $ref: fc.constantFrom("#/$defs/Node", "#/$defs/Name", "#/properties/a"), ...remarks },
      { requiredKeys: ["$ref"] },
    ),
  ) as fc.Arbitrary<Schema>,
}));

/** Schemas of arguments, with types of their own. */
export const whole = fc
  .record({ own: schemas.map, node: schemas.schema, name: schemas.schema, isClosed: fc.boolean() })
  .map(({ own, node, name, isClosed }) => ({
    type: "object",
    properties: { a: { type: "integer" }, ...own },
    ...(isClosed && { additionalProperties: false }),
    $defs: { Node: node, Name: name },
  }));
