import { expect, test } from "vitest";
import { columnsOf, printTable, wrapText } from "../src/index.ts";

const titles = ["tool", "asks", "owner"];
const rows = [
  ["orders.refund", "when the amount is above 100 euros", "billing"],
  ["customers.get", "never", "support"],
];

test("without a width nothing is wrapped", () => {
  expect(printTable(titles, rows)).toBe(
    [
      "tool           asks                                owner",
      "orders.refund  when the amount is above 100 euros  billing",
      "customers.get  never                               support",
    ].join("\n"),
  );
});

test("the widest column is wrapped between words until all fit", () => {
  expect(printTable(titles, rows, { width: 44 })).toBe(
    [
      "tool           asks                  owner",
      "orders.refund  when the amount is    billing",
      "               above 100 euros",
      "customers.get  never                 support",
    ].join("\n"),
  );
});

test("where words do not fit, each row is a block", () => {
  expect(printTable(titles, rows, { width: 26 })).toBe(
    [
      "tool   orders.refund",
      "asks   when the amount is",
      "       above 100 euros",
      "owner  billing",
      "",
      "tool   customers.get",
      "asks   never",
      "owner  support",
    ].join("\n"),
  );
});

test("colours count for no width", () => {
  const paintCell = (text: string): string => `\u001b[31m${text}\u001b[39m`;
  const painted = printTable(titles, rows, { width: 44, paintCell });
  expect(painted).toContain("\u001b[31mnever\u001b[39m");
  expect(painted.split("\n").map(columnsOf)).toEqual(
    printTable(titles, rows, { width: 44 }).split("\n").map(columnsOf),
  );
});

test("a word that is wider than a line keeps its line", () => {
  expect(wrapText("see https://example.com/a/long/address now", 12)).toEqual([
    "see",
    "https://example.com/a/long/address",
    "now",
  ]);
  expect(columnsOf("東京 e\u0301")).toBe(6);
});
