import { expect, test } from "vitest";
import type { JsonObject, JsonSchema } from "../src/index.ts";
import { withDefaults } from "../src/index.ts";

const object = (properties: JsonObject, more: JsonObject = {}): JsonSchema => ({
  type: "object",
  properties,
  ...more,
});
const limit = { type: "integer", default: 20 };

function check(schema: JsonSchema, value: JsonObject, expected: JsonObject | undefined): void {
  expect(withDefaults(schema, value)).toEqual(expected);
}

test("a property that is absent gets its default, and one that is there keeps its value", () => {
  check(object({ limit }), {}, { limit: 20 });
  check(object({ limit }), { limit: 0 }, { limit: 0 });
  check(object({ limit: { default: null } }), {}, { limit: null });
  check(object({ limit }), { limit: null }, { limit: null });
});
test("what needs nothing is the same object", () => {
  const [one, other] = [{ a: 1 }, { limit: 1, list: [{ limit: 2 }] }];
  expect(withDefaults(object({ a: {} }), one)).toBe(one);
  expect(withDefaults(object({ limit, list: { items: object({ limit }) } }), other)).toBe(other);
});
test("references, `allOf`, lists and other properties lead to defaults", () => {
  const $defs = { page: object({ limit }), size: { type: "integer", default: 7 } };
  check(object({ page: { $ref: "#/$defs/page" } }, { $defs }), { page: {} }, { page: { limit: 20 } });
  check(object({ size: { $ref: "#/$defs/size" } }, { $defs }), {}, { size: 7 });
  check({ allOf: [object({ limit }), object({ a: { default: 1 } })] }, {}, { limit: 20, a: 1 });
  check(object({ list: { items: object({ limit }) } }), { list: [{}, 1] }, { list: [{ limit: 20 }, 1] });
  check(object({ pair: { prefixItems: [object({ limit })] } }), { pair: [{}] }, { pair: [{ limit: 20 }] });
  check(object({}, { additionalProperties: object({ limit }) }), { x: {} }, { x: { limit: 20 } });
});
test("a default that is an object gets the defaults of its own properties", () =>
  check(object({ page: { ...object({ limit }), default: {} } }), {}, { page: { limit: 20 } }));
test("an alternative sets none", () =>
  check({ anyOf: [object({ limit })], if: object({ limit }), oneOf: [object({ limit })] }, {}, {}));
test("a type that holds itself ends", () => {
  const node = object({ next: { $ref: "#/$defs/node", default: {} }, limit });
  check({ $ref: "#/$defs/node", $defs: { node } }, {}, { next: {}, limit: 20 });
  const circle = { one: { $ref: "#/$defs/two" }, two: { $ref: "#/$defs/one" } };
  check(object({ a: { $ref: "#/$defs/one" }, limit }, { $defs: circle }), {}, { limit: 20 });
});
test("properties that are called like those of every object are properties", () => {
  check(
    object(JSON.parse('{"__proto__":{"default":1},"constructor":{"default":2}}') as JsonObject),
    {},
    JSON.parse('{"__proto__":1,"constructor":2}') as JsonObject,
  );
  check(object({ toString: { default: 1 } }), {}, { toString: 1 });
});
test("defaults that would add more than a mebibyte are refused", () => {
  const big = object({ text: { default: "x".repeat(1000) } });
  check(object({ list: { items: big } }), { list: Array.from({ length: 2000 }, () => ({})) }, undefined);
});
