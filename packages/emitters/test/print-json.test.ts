import { expect, test } from "vitest";
import { printJsonFile, printJsonLine } from "../src/text/print-json.ts";

function check(value: unknown, expected: string): void {
  expect(printJsonFile(value)).toBe(expected);
  expect(JSON.parse(expected)).toEqual(value);
}

test("JSON has an entry to a line, and ends with its last line", () =>
  check({ a: [1, "b\n\t"], c: {} }, '{\n  "a": [\n    1,\n    "b\\n\\t"\n  ],\n  "c": {}\n}\n'));
test("what a reader could not see is an escape", () =>
  check("\u202e\u200b\u0085 \ufeff", '"\\u202e\\u200b\\u0085 \\ufeff"\n'));
test("so is what UTF-16 writes with two units", () => check("\u{e0041}", '"\\udb40\\udc41"\n'));
test("`__proto__` is a property like any other", () =>
  check(JSON.parse('{ "__proto__": 1 }'), '{\n  "__proto__": 1\n}\n'));
test("a value on one line hides nothing either", () =>
  expect(printJsonLine({ a: [1, "\u202e\n"] })).toBe('{"a":[1,"\\u202e\\n"]}'));
