import { describe, expect, test } from "vitest";
import { csvLine } from "../src/review/csv.ts";
import { slugsOf } from "../src/review/slugs.ts";

describe("a cell of a CSV file", () => {
  test.each([
    ["Send, then wait", '"Send, then wait"'],
    ['Say "hello"', '"Say ""hello"""'],
    ["two\r\nlines", '"two lines"'],
    ["a - b = c", '"a - b = c"'],
  ])("keeps %s", (cell, expected) => expect(csvLine([cell])).toBe(`${expected}\r\n`));

  test.each([
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "|calc",
    "%0A",
    "\uff1d1",
    "\t=1",
    "  =1",
    "\n=1",
    '"=1',
    "'=1",
  ])("is no formula: %j", (cell) => {
    const [, inside = ""] = /^"(.*)"\r\n$/.exec(csvLine([cell])) ?? [];
    expect(inside).toMatch(/^[\s"']*'/);
  });

  test("is no formula where a spreadsheet expects another separator", () =>
    expect(csvLine(["a;=1+1", "b, @x"])).toBe(`"a;'=1+1","b, '@x"\r\n`));
  test("shows what could not be seen", () => expect(csvLine(["a\u202eb"])).toBe('"a\\u{202e}b"\r\n'));
});

test("owners whose addresses would be equal get different ones", () =>
  expect(slugsOf(["Growth", "growth!", "☃", "</title>", "a/../b"])).toEqual([
    "growth",
    "growth-2",
    "owner",
    "title",
    "a-b",
  ]));
