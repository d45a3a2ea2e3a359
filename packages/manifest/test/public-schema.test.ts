import { expect, test } from "vitest";
import { type JsonSchema, publicSchema } from "../src/index.ts";

function check(schema: JsonSchema, expected: JsonSchema): void {
  const before = structuredClone(schema);
  expect(publicSchema(schema)).toEqual(expected);
  expect(schema).toEqual(before);
}

const [text, secret] = [{ type: "string" }, { type: "string", sensitive: true }];

test("takes the mark away wherever there is a schema", () => {
  check(secret, text);
  for (const key of [
    "items",
    "contains",
    "additionalProperties",
    "unevaluatedProperties",
    "not",
    "if",
    "then",
    "else",
  ])
    check({ [key]: secret }, { [key]: text });
  for (const key of ["prefixItems", "allOf", "anyOf", "oneOf"])
    check({ [key]: [true, secret] }, { [key]: [true, text] });
  for (const key of ["properties", "patternProperties", "dependentSchemas", "$defs"])
    check({ [key]: { a: secret, b: { items: secret } } }, { [key]: { a: text, b: { items: text } } });
});
test("leaves what is only called so", () => {
  check(
    { properties: { sensitive: secret }, required: ["sensitive"] },
    { properties: { sensitive: text }, required: ["sensitive"] },
  );
  const values = {
    const: { sensitive: true },
    enum: [{ sensitive: 1 }],
    default: { sensitive: "x" },
    examples: [secret],
  };
  check(values, values);
});
test("gives back the same object where there is nothing to take away", () => {
  const schema = { type: "object", properties: { a: text } };
  expect(publicSchema(schema)).toBe(schema);
});
