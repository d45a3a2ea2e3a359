import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { csvLine } from "../src/review/csv.ts";
import { slugsOf } from "../src/review/slugs.ts";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));

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

/** The files of the built site: `turbo run test` builds it first. */
const files = readdirSync(`${dist}review`).filter((name) => name.endsWith(".csv"));

test("each tool that agents may call is in exactly one pack, and none that is forbidden", () => {
  const names = files.flatMap((name) =>
    readFileSync(`${dist}review/${name}`, "utf8")
      .trimEnd()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split('"')[1] ?? ""),
  );
  const pages = readFileSync(`${dist}agents/index.html`, "utf8");
  const callable = [...pages.matchAll(/<tr data-tool="([^"]*)"/g)].map(([, name = ""]) => name);
  expect(callable.length).toBeGreaterThan(40);
  expect(names.toSorted()).toEqual(callable.toSorted());
});

test("the packs lead to their files, and name the contract that is signed", () => {
  const overview = readFileSync(`${dist}review/index.html`, "utf8");
  expect(files.length).toBeGreaterThan(1);
  expect(files.filter((name) => !overview.includes(`href="/review/${name}"`))).toEqual([]);
  const growth = readFileSync(`${dist}review/growth/index.html`, "utf8");
  const line = readFileSync(`${dist}review/growth.csv`, "utf8")
    .split("\r\n")
    .find((each) => each.startsWith('"emails.send_external"'));
  const [hash = ""] = /[0-9a-f]{64}/.exec(line ?? "") ?? [];
  expect(growth).toContain(`<code>${hash.slice(0, 16)}</code>`);
});
