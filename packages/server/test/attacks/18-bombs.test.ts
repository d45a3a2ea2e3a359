// The time that each takes is measured in the notes of the project, not here: a bomb would hit the time limit of the test.
import { expect, test } from "vitest";
import type { Json } from "@proviso/manifest";
import { readCanonical } from "../../src/canonical/canonical-copy.ts";
import { schemaChecks } from "../../src/tools/schema-check.ts";
import { fixture } from "../sample.ts";

function check(schema: object, value: Json, expected: readonly unknown[]): void {
  expect(schemaChecks()(() => schema as never)(value)).toEqual(expected);
}

const unique = { type: "array", uniqueItems: true };
const duplicate = [{ path: "", problem: "must not have duplicate items" }];

test("thirty thousand different items are found different without comparing each with each", () =>
  check(
    unique,
    Array.from({ length: 30_000 }, (_, index) => [{ [`k${index}`]: index }]),
    [],
  ));
test("equal items are found, whatever the order of their keys", () =>
  check(
    unique,
    [
      { a: 1, b: [0] },
      { b: [-0], a: 1 },
    ],
    duplicate,
  ));
test("items of different types are different", () => check(unique, [1, "1", true, "true", null, [], {}], []));
test("items may repeat where the schema lets them", () => check({ uniqueItems: false }, [1, 1], []));

const url = { type: "string", format: "url" };
const noUrl = [{ path: "", problem: 'must match format "url"' }];
test("an address is an address", () => check(url, "https://example.org/a?b=c", []));
test("another scheme is none", () => check(url, "javascript:alert(1)", noUrl));
test("fifty thousand colons are none, and found so at once", () =>
  check(url, `http://${":".repeat(50_000)}`, noUrl));

/** Two alternatives lead on, so that what fits neither at the bottom is tried in two to the power of its depth ways. */
const inner = { not: { $ref: "#/$defs/filter" } };
const alternative = (more: object) => ({
  type: "object",
  properties: { ...inner, ...more },
  required: ["not"],
  additionalProperties: false,
});
const filter = {
  $ref: "#/$defs/filter",
  $defs: {
    filter: { anyOf: [alternative({}), alternative({ note: { type: "string" } }), { type: "string" }] },
  },
};
function nested(depth: number, bottom: Json): Json {
  return depth === 0 ? bottom : { not: nested(depth - 1, bottom) };
}
const tooMuch = [{ path: "", problem: "is nested in too many ways to be checked: make it smaller" }];
test("a type that holds itself in two alternatives takes no time without end", () => {
  check(filter, nested(8, "a"), []);
  check(filter, nested(99, 1), tooMuch);
});
test("it is found so if two types hold each other", () =>
  check(
    {
      $ref: "#/$defs/one",
      $defs: {
        one: { anyOf: [alternative({ not: { $ref: "#/$defs/t~0~1wo" } }), { $ref: "#/$defs/t~0~1wo" }] },
        "t~/wo": {
          anyOf: [
            alternative({ not: { $ref: "#/$defs/one" } }),
            alternative({ not: { $ref: "#/$defs/one" } }),
          ],
        },
      },
    },
    nested(99, 1),
    tooMuch,
  ));
const tree = {
  $ref: "#/$defs/node",
  $defs: {
    node: { type: "object", properties: { nodes: { type: "array", items: { $ref: "#/$defs/node" } } } },
  },
};
test("a tree of ten thousand is checked, and each check begins anew", () => {
  const checkTree = schemaChecks()(() => tree);
  const value = { nodes: Array.from({ length: 10_000 }, () => ({ nodes: [] })) };
  for (let i = 0; i < 3; i++) expect(checkTree(value)).toEqual([]);
});
test("a list of a type that does not hold itself may have any length", () =>
  check(
    { type: "array", items: { $ref: "#/$defs/id" }, $defs: { id: { type: "string" } } },
    Array.from({ length: 30_000 }, () => "a"),
    [],
  ));

test("four hundred thousand levels are no input, and found so before they are copied", () => {
  let copies = 0;
  const bottom = {
    get deepest(): string {
      copies++;
      return "";
    },
  };
  expect(readCanonical({ text: nested(90, bottom as unknown as Json) })).toBeDefined();
  expect(copies).toBeGreaterThan(0);
  copies = 0;
  expect(readCanonical({ text: nested(101, bottom as unknown as Json) })).toBeUndefined();
  expect(copies).toBe(0);
  expect(readCanonical(JSON.parse(`{"text":${"[".repeat(400_000)}${"]".repeat(400_000)}}`))).toBeUndefined();
});

const many = (count: number): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0]));
test.for<readonly [string, unknown, boolean]>([
  ["ten thousand properties", many(10_000), true],
  ["one more", many(10_001), false],
  ["ninety thousand items", { list: Array.from({ length: 90_000 }, () => 0) }, true],
  ["a hundred thousand and one", { list: Array.from({ length: 100_000 }, () => 0) }, false],
  ["many objects with many properties", { list: Array.from({ length: 11 }, () => many(9_000)) }, true],
  ["and one more", { list: Array.from({ length: 12 }, () => many(9_000)) }, false],
  ["the longest list, with nothing in it", { list: Object.assign([], { length: 2 ** 32 - 1 }) }, false],
  ["what holds itself", holdingItself(), false],
])("what is counted before it is read: %s", ([, value, isRead]) =>
  expect(readCanonical(value) !== undefined).toBe(isRead),
);
test("a value that is there a billion times is not copied as often", () => {
  let value: unknown = 0;
  for (let level = 0; level < 30; level++) value = [value, value];
  expect(readCanonical({ value })).toBeUndefined();
});
test("a caller is told how big an input may be", async () => {
  const { call } = fixture();
  expect(await call("notes.create", { text: many(10_001) })).toMatchObject({
    kind: "refused",
    failure: { code: "invalid_input", message: expect.stringContaining("10,000 properties") },
  });
});

function holdingItself(): object {
  const value: Record<string, unknown> = {};
  value["value"] = value;
  return value;
}

/** Each takes an engine that tries again longer than anyone waits. */
test.each(["^(a+)+$", "^(a|a)*$", "^(a*)*b$", "^([a-z]+)*@"])(
  "a text is matched with %s in linear time",
  (pattern) =>
    check({ type: "string", pattern }, `${"a".repeat(50_000)}!`, [
      { path: "", problem: `must match pattern "${pattern}"` },
    ]),
);
test("two patterns are two", () => {
  const schema = { type: "object", properties: { a: { pattern: "^a+$" }, b: { pattern: "^b+$" } } };
  check(schema, { a: "aa", b: "bb" }, []);
  check(schema, { a: "aa", b: "aa" }, [{ path: "/b", problem: 'must match pattern "^b+$"' }]);
});
test("a pattern that looks around is run as it was before", () => {
  const schema = { type: "string", pattern: "^(?!x)[a-z]{1,9}$" };
  check(schema, "ab", []);
  check(schema, "xb", [{ path: "", problem: 'must match pattern "^(?!x)[a-z]{1,9}$"' }]);
});
test("the patterns of one input have a number of steps together", () =>
  check(
    { type: "array", items: { pattern: "(a|b)*a(a|b){200}c" } },
    Array.from({ length: 50 }, () => "ab".repeat(5000)),
    [{ path: "", problem: "holds texts that take too long to be matched: make them shorter" }],
  ));
