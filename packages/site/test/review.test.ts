import { describe, expect, test } from "vitest";
import { csvLine } from "../src/review/csv.ts";
import { pageFacts } from "../src/facts/page-facts.ts";
import { packCsv } from "../src/review/pack-csv.ts";
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

test("the file says under which condition the server asks, who approves, log-in and limit", () => {
  const asked = { server: "sometimes", test: "sometimes", live: "sometimes" } as const;
  const facts = { name: "orders.refund", riskLevel: "medium", domain: "orders", category: "sales", asked };
  const strict = {
    asksWhen: "when input.cents > 5000",
    approvedBy: "by somebody other than the user, with the permission orders:approve",
    logIn: "at most 5 minutes old",
    limits: "20 calls in 1 hour for each caller",
  };
  const cellsOf = (more: object): Readonly<Record<string, string>> => {
    const tool = { ...pageFacts.parse({ ...facts, ...more }), asked };
    const pack = { pages: [{ href: "/x/", title: "Refund", description: "", tool }] };
    const rows = packCsv(pack, () => "mia").split("\r\n");
    const [names = [], cells = []] = rows.map((row) =>
      [...row.matchAll(/"([^"]*)"/g)].map(([, cell = ""]) => cell),
    );
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
  };
  expect(cellsOf(strict)).toMatchObject({
    "condition of the server": strict.asksWhen,
    "who approves": strict.approvedBy,
    "log-in": strict.logIn,
    limit: strict.limits,
    "held by": "mia",
  });
  expect(cellsOf({})).toMatchObject({ "who approves": "none needed", "log-in": "any", limit: "none" });
});
