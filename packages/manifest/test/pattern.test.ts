import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { linearPattern, PatternTooCostly } from "../src/patterns/linear-pattern.ts";

const much = { left: 50_000_000 };

/** Both engines give the same verdict for each text. */
function check(pattern: string, ...texts: readonly string[]): void {
  const matches = linearPattern(pattern);
  const native = new RegExp(pattern, "u");
  for (const text of texts)
    expect({ pattern, text, matches: matches?.(text, { ...much }) }).toEqual({
      pattern,
      text,
      matches: native.test(text),
    });
}

const characters = [
  "a",
  "b",
  "_",
  "-",
  "0",
  " ",
  "\n",
  "\u2028",
  "\u00e9",
  "\u00a0",
  "\ufeff",
  "ß",
  "😀",
  "\ud83d",
  "K",
];
const text = fc.array(fc.constantFrom(...characters), { maxLength: 8 }).map((each) => each.join(""));
const atom = fc.constantFrom(
  ..."a b _ - . \\d \\w \\s \\D \\W \\S \\u00e9 \\u{1f600} \\ud83d\\ude00 \\x61 \\n \\cJ \\. \\/ \\p{L} \\P{L} \\p{Script=Latin} 😀".split(
    " ",
  ),
  ..."[ab] [^a] [a-z] [^] [] [\\]a] [\\w-] [a\\-z] [\\u{1f600}-\\u{1f64f}] [😀] [^\\s] [\\p{Lu}_]".split(" "),
);
/** One repetition between two anchors: the patterns that stay with the engine's own expressions. */
const straight = fc
  .tuple(
    fc.array(atom, { maxLength: 3 }),
    atom,
    fc.constantFrom("*", "+", "?", "{2}", "{1,3}"),
    fc.array(atom, { maxLength: 3 }),
  )
  .map(([before, inner, count, after]) => `^${before.join("")}${inner}${count}${after.join("")}$`);
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4 },
    atom,
    fc.constantFrom("^", "$", "\\b", "\\B", ""),
    fc.tuple(tie("expression"), tie("expression")).map((parts) => parts.join("")),
    fc.tuple(tie("expression"), tie("expression")).map((parts) => `(?:${parts.join("|")})`),
    fc
      .tuple(tie("expression"), fc.constantFrom("*", "+", "?", "*?", "{2}", "{1,}", "{0,2}", "{1,3}?"))
      .map(([inner, count]) => `(?:${inner})${count}`),
    tie("expression").map((inner) => `(${inner})`),
    tie("expression").map((inner) => `(?<name>${inner})`),
  ),
}));

describe("the linear engine", () => {
  test("says of any pattern and text what the backtracking engine says", () => {
    const sayTheSame = fc.property(
      fc.oneof({ weight: 4, arbitrary: expression }, straight),
      fc.array(text, { maxLength: 8 }),
      (pattern, texts) => {
        // Two groups of one name are an error.
        if ((pattern.match(/<name>/g) ?? []).length > 1) return;
        // V8 looks for `\\B` between the halves of a character too, which ECMA-262 rules out.
        const isPlain = (each: string): boolean => !pattern.includes("\\B") || !/[\ud800-\udfff]/.test(each);
        check(pattern, ...texts.filter(isPlain));
      },
    );
    expect(fc.check(sayTheSame, { numRuns: 5000, seed: 11 })).toMatchObject({ failed: false });
  });

  test.each([
    ["^(a+)+$"],
    ["^(a|a)*$"],
    ["(a*)*b"],
    ["a+$"],
    ["^[ab]*$"],
    ["^[^!]*!a$"],
    ["^(?:a|b)*b$"],
    ["^(([a-z])+.)+[A-Z]([a-z])+$"],
    [
      "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$",
    ],
  ])("comes to the end of a long text with %s", (pattern) => {
    expect(linearPattern(pattern)?.(`${"a".repeat(100_000)}!`, { ...much })).toBe(false);
    check(pattern, "a", "aa", "aaB", "a@b.cd", "");
  });

  test.each([
    "(?=a)b",
    "(?!a)b",
    "(?<=a)b",
    "(?<!a)b",
    "(a)\\1",
    "(?<x>a)\\k<x>",
    "(?i:a)",
    "(a{100}){100}",
    "a\\",
  ])("has none for %s", (pattern) => expect(linearPattern(pattern)).toBeUndefined());

  test("ends when its steps are used up, wherever they went", () => {
    const budget = { left: 20_000_000 };
    const pattern = "(a|b)*a(a|b){200}c";
    const run = (): boolean | undefined => linearPattern(pattern)?.("ab".repeat(100_000), budget);
    expect(run).toThrow(PatternTooCostly);
    expect(() => linearPattern("a")?.("bbb", budget)).toThrow(PatternTooCostly);
  });
});
