// The time that each takes is measured in the notes of the project, not here: a bomb would hit the time limit of the test.
import { expect, test } from "vitest";
import type { Json } from "@proviso/manifest";
import { schemaChecks } from "../../src/schema-check.ts";

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
