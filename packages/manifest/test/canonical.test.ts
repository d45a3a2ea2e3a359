import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../src/index.ts";
import type { Json } from "../src/index.ts";

function check(value: Json, expected: string): void {
  expect(canonicalJson(value)).toBe(expected);
}

describe("canonical JSON", () => {
  test("sorts keys at every depth", () => check({ b: { d: 1, c: 2 }, a: [] }, '{"a":[],"b":{"c":2,"d":1}}'));
  test("keeps the order of arrays", () => check([3, 1, 2], "[3,1,2]"));
  test("writes numbers as RFC 8785 says", () => check([1.0, 1e21, -0, 0.1], "[1,1e+21,0,0.1]"));
  test("sorts keys by UTF-16 units", () =>
    check({ "\u{1f600}": 1, "\ufb33": 2 }, '{"\u{1f600}":1,"\ufb33":2}'));

  test("is the same for equal values and reads back as the value", () => {
    const seeded = { seed: 20261121, numRuns: 300 };
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (object) => {
        const reversed = Object.fromEntries(Object.entries(object).toReversed());
        const text = canonicalJson(object as Json);
        expect(canonicalJson(reversed as Json)).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(object)));
      }),
      seeded,
    );
  });

  test("refuses what is not JSON", () => {
    expect(() => canonicalJson(undefined as unknown as Json)).toThrow(TypeError);
    expect(() => canonicalJson([Number.NaN])).toThrow(/NaN/);
  });
});
