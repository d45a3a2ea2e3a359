import { expect, test } from "vitest";
import { asUnicodePattern } from "../src/schemas/unicode-pattern.ts";

test.each([
  ["^[a-z]+$", "^[a-z]+$"],
  ["^[\\w-.]+$", "^[\\w\\-.]+$"],
  ["^[.-\\w]+$", "^[.\\-\\w]+$"],
  ["^[\\w\\-]+$", "^[\\w\\-]+$"],
  ["^\\#[0-9]{6}$", "^#[0-9]{6}$"],
  ["^[\\_\\@]+$", "^[_@]+$"],
  ["^a\\-b\\:c$", "^a-b:c$"],
  ["^{[a]}$", "^\\{[a]\\}$"],
  ["^{{x}}$", "^\\{\\{x\\}\\}$"],
  ["a]", "a\\]"],
])("%s is written %s with the `u` flag", (pattern, expected) => {
  expect(asUnicodePattern(pattern)).toBe(expected);
  for (const text of ["a", "a-b:c", "#123456", "_@", "{a}", "{{x}}", "a]", "w.-", ".", "-"])
    expect([text, new RegExp(expected, "u").test(text)]).toEqual([text, new RegExp(pattern).test(text)]);
});

test.each(["(a", "\\Astart\\Z", "(?P<name>a)", "*a"])("%s is none", (pattern) =>
  expect(asUnicodePattern(pattern)).toBeUndefined(),
);
