import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "@proviso/manifest";
import { formatted } from "../src/format.ts";
import { valueLiteral } from "../src/literal-text.ts";

const declaration = "export const value = ";

function check(value: Json, expected: string): void {
  expect(valueLiteral(value)).toBe(expected);
}

test("what fits stays on one line", () =>
  check({ a: [1, { b: "c" }], d: {} }, '{ a: [1, { b: "c" }], d: {} }'));
test("what does not fit has an entry to a line", () =>
  check(
    { a: "x".repeat(60), b: ["y".repeat(60)] },
    `{\n  a: "${"x".repeat(60)}",\n  b: ["${"y".repeat(60)}"],\n}`,
  ));
test("records stand below each other, however short", () =>
  check(
    [
      { a: 1, b: 2 },
      { a: 3, b: 4 },
    ],
    "[\n  { a: 1, b: 2 },\n  { a: 3, b: 4 },\n]",
  ));
test("a text that does not fit beside its key stands under it", () =>
  check({ key: "z".repeat(106) }, `{\n  key:\n    "${"z".repeat(106)}",\n}`));
test("`__proto__` is a property like any other", () =>
  check(JSON.parse('{ "__proto__": 1 }'), '{ ["__proto__"]: 1 }'));

/** Words without quotation marks, and no long lists of numbers: for these the formatter has ideas of its own. */
const word = fc.stringMatching(/^[a-z ]{0,40}$/);
const value = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    word,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 5 }),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,12}$/), tie("value"), { maxKeys: 5 }),
  ),
})).value;

test("data is laid out as the formatter would lay it out", async () => {
  await fc.assert(
    fc.asyncProperty(value, async (each) => {
      const text = `${declaration}${valueLiteral(each, declaration.length)};\n`;
      expect(await formatted("a.ts", text)).toBe(text);
    }),
    { numRuns: 200 },
  );
});
