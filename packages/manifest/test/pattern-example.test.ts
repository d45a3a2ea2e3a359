import fc from "fast-check";
import { expect, test } from "vitest";
import { patternExample } from "../src/pattern.ts";

test.each([
  ["^cus_[a-z0-9]{4,32}$", "cus_efgh"],
  ["^\\+[0-9 ]{6,20}$", "+234567"],
  ["^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$", "2034-07-01"],
  ["^(a|b)+$", "a"],
  ["x*", ""],
  ["^\\p{Lu}$", "A"],
])("%s has an example, the same every time", (pattern, text) => {
  expect(patternExample(pattern)).toBe(text);
});

test("an expression that is invalid, too long or needs backtracking has none", () => {
  for (const pattern of ["\\", "*/", "(", "^[0-9]{5000}$", "(?=a)b", "(a)\\1", "[^\\s\\S]"])
    expect([pattern, patternExample(pattern)]).toEqual([pattern, undefined]);
  expect(patternExample("^(){1000000000}$")).toBe("");
});

test("any text as an expression gets an answer", () => {
  const signs = fc.constantFrom(..."a b 0 - . * + ? { } [ ] ( ) | ^ $ \\ \\d \\w {2,3} {1000}".split(" "));
  const pattern = fc.array(signs, { maxLength: 10 }).map((all) => all.join(""));
  fc.assert(
    fc.property(pattern, (each) => {
      expect(typeof patternExample(each)).toMatch(/^(?:string|undefined)$/);
    }),
    { seed: 18, numRuns: 2000 },
  );
});
