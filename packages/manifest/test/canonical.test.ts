import canonicalize from "canonicalize";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson, orderedCopy } from "../src/index.ts";
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

  test("bears any depth", () => {
    let deep: Json = [];
    for (let level = 0; level < 20_000; level++) deep = [deep];
    expect(canonicalJson(deep)).toHaveLength(40_002);
  });
  test("refuses a cycle", () => {
    const cycle: Json[] = [];
    cycle.push(cycle);
    expect(() => canonicalJson(cycle)).toThrow(/Circular/);
  });

  test("refuses what is not JSON", () => {
    expect(() => canonicalJson(undefined as unknown as Json)).toThrow(TypeError);
    expect(() => canonicalJson([Number.NaN])).toThrow(/NaN/);
  });
});

describe("an ordered copy", () => {
  test("says what the value says, is written canonically as it is, and shares nothing with it", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3, stringUnit: "binary" }), (value) => {
        const copy = orderedCopy(value);
        if (copy === undefined) return;
        expect(JSON.stringify(copy)).toBe(canonicalize(value));
        expect(copy).toEqual(JSON.parse(JSON.stringify(value)));
        if (typeof copy === "object" && copy !== null) expect(copy).not.toBe(value);
      }),
      { seed: 20261121, numRuns: 300 },
    );
  });
  test("holds what a getter said first, and one zero", () => {
    let reads = 0;
    const value = {
      get b() {
        return ++reads;
      },
      a: [-0],
    };
    const copy = orderedCopy(value);
    expect(copy).toStrictEqual({ a: [0], b: 1 });
    expect(reads).toBe(1);
  });
  test.for<readonly [unknown]>([
    [{ 10: 1 }],
    [{ a: undefined }],
    [{ a: () => 1 }],
    [[undefined]],
    [{ a: "\ud800" }],
    [{ "\ud800": 1 }],
    [JSON.parse('{"__proto__":1}')],
    [{ toJSON: () => 1 }],
    [new Date(0)],
    [[Number.NaN]],
  ])("is not made of %o", ([value]) => expect(orderedCopy(value)).toBeUndefined());
});
