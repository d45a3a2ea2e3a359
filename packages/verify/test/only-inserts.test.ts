import { expect, test } from "vitest";
import { onlyInserts } from "../src/oracles/only-inserts.ts";

test.each([
  ["", "a"],
  ["a\nb", "a\nb\nc"],
  ["b\nc", "a\nb\nc"],
  ['{"of":["a"]}\n{"of":["b"]}', '{"of":["a","x"]}\n{"of":["b","y"]}\n{"of":[]}'],
  ['[\n  {\n    "id": 1\n  }\n]', '[\n  {\n    "id": 1\n  },\n  {\n    "id": 2\n  }\n]'],
  ["same", "same"],
])("%j became %j by insertions", (was, is) => {
  expect(onlyInserts(was, is)).toBe(true);
});

test.each([
  ["a", ""],
  ["a", "b"],
  ["a\nb", "b\na"],
  ['{"of":["a"]}', '{"of":["b","c"]}'],
  ["first\nsecond", "second\nthird and more"],
  ["abc", "axbxc"],
])("%j did not become %j by insertions alone", (was, is) => {
  expect(onlyInserts(was, is)).toBe(false);
});
