import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "../src/syntax/parse.ts";
import { toJson } from "../src/syntax/syntax-tree.ts";
import { unmark } from "./contract-text.ts";

/** The codes of `marked`, each at its mark. */
function check(marked: string, ...codes: string[]): void {
  const { text, places } = unmark(marked);
  const { diagnostics } = parse({ path: "a.yaml", text });
  const found = diagnostics.map(({ code, span }) => ({ code, start: span.start, end: span.end }));
  expect(found).toEqual(places.map((place, index) => ({ ...place, code: codes[index] })));
}

describe("parse", () => {
  test("reads maps, lists and scalars of the core schema", () => {
    const { tree } = parse({ path: "a.yaml", text: "a: [1, true, null, yes, 1.5]\nb:\n  c: 'x: y'\n" });
    expect(tree && toJson(tree)).toEqual({ a: [1, true, null, "yes", 1.5], b: { c: "x: y" } });
  });

  test("knows line and column of everything, after CRLF too", () => {
    const { tree } = parse({ path: "a.yaml", text: "a: 1\r\nbc:\r\n  d: eff\r\n" });
    const value = tree?.entries[1]?.value;
    const entry = value?.kind === "map" ? value.entries[0] : undefined;
    expect(entry?.value.span).toEqual({
      file: "a.yaml",
      start: 16,
      end: 19,
      line: 3,
      column: 6,
      endLine: 3,
      endColumn: 9,
    });
  });

  test("says where the text of a scalar is only if it is written letter for letter", () => {
    const text = `a: plain\nb: "quoted"\nc: "esc\\u0061ped"\nd: 'it''s'\ne: |\n  block\n`;
    const { tree } = parse({ path: "a.yaml", text });
    const texts = tree?.entries.map(({ value }) => {
      const span = value.kind === "scalar" ? value.textSpan : undefined;
      return span && text.slice(span.start, span.end);
    });
    expect(texts).toEqual(["plain", "quoted", undefined, undefined, undefined]);
  });

  test("finds comments and what is beside them, and none in texts", () => {
    const text = `# one\na: 1 # two\nb: "# no"\nc:\n  # three\n  - [ 1, # four\n  2]\nd: |\n  # no\n# five\n`;
    const { comments } = parse({ path: "a.yaml", text });
    expect(comments.map((each) => [each.text, each.alone, each.span.line])).toEqual([
      ["# one", true, 1],
      ["# two", false, 2],
      ["# three", true, 5],
      ["# four", false, 6],
      ["# five", true, 10],
    ]);
    for (const { text: comment, span } of comments) expect(text.slice(span.start, span.end)).toBe(comment);
  });

  test("holds keys that JavaScript knows as keys like any other", () => {
    const { tree } = parse({ path: "a.yaml", text: "__proto__: { constructor: 1 }\ntoString: 2\n" });
    expect(JSON.stringify(tree && toJson(tree))).toBe('{"__proto__":{"constructor":1},"toString":2}');
  });

  test("refuses anchors, and aliases", () => {
    check("a: ⟦&x⟧ 1\n", "parse/forbidden");
    check("a: ⟦*x⟧\n", "parse/forbidden");
  });
  test("says once that it refuses them, however many there are", () =>
    check("a: ⟦&x⟧ 1\nb: &y [*x, *x]\nc: *x\n", "parse/forbidden"));
  test("refuses tags", () => check("a: ⟦!!str⟧ 1\nb: ⟦!mine⟧ 2\n", "parse/forbidden", "parse/forbidden"));
  test("refuses a condition that YAML takes for a tag, once", () =>
    check("a: ⟦!(!(b.c⟧ == 1))\n", "parse/forbidden"));
  test("refuses merge keys", () => check("a: { ⟦<<⟧: { b: 1 } }\n", "parse/forbidden"));
  test("refuses directives", () => check("⟦%YAML 1.1⟧\n---\na: 1\n", "parse/forbidden"));
  test("refuses a second document", () => check("a: 1\n⟦---\nb: 2\n⟧", "parse/second-document"));
  test("refuses a key that is there twice", () => check("a: 1\nb: 2\n⟦a⟧: 3\n", "parse/duplicate-key"));
  test("refuses keys that are there twice in a row once, and says what may be behind it", () => {
    check("b:\n  x: 1\n  y: 2\n  c:\n  ⟦x⟧: 1\n  y: 2\n", "parse/duplicate-key");
    check("a: 1\nb: 2\n⟦a⟧: 1\nc: 2\n⟦b⟧: 1\n", "parse/duplicate-key", "parse/duplicate-key");
    const { diagnostics } = parse({ path: "a.yaml", text: "x: 1\nc:\nx: 1\n" });
    expect(diagnostics[0]?.hint).toBe("indent what belongs to `c` farther than it");
  });
  test("refuses keys that differ by case only", () => check("ab: 1\n⟦aB⟧: 2\n", "parse/similar-key"));
  test("refuses keys that are not text", () =>
    check("⟦1⟧: a\n⟦[x]⟧: b\n", "parse/key-not-text", "parse/key-not-text"));
  test("refuses a key without a value inside braces", () =>
    check("a: { b: What, ⟦and why.⟧ }\n", "parse/key-without-value"));
  test("refuses numbers that JSON cannot hold", () =>
    check("a: ⟦9007199254740993⟧\nb: ⟦.nan⟧\nc: ⟦.inf⟧\n", "parse/number", "parse/number", "parse/number"));
  test("takes a condition that begins with `!` for one mistake", () =>
    check("a: { when: ⟦!has(input.x)⟧ || input.x == 'y' }\n", "parse/forbidden"));
  test("refuses numbers with a zero in front, which some readers take for octal", () =>
    check("a: ⟦010⟧\nb: [0, 0.5, 0x10, 0o10, 1e3, '010']\nc: ⟦-007⟧\n", "parse/number", "parse/number"));
  test("refuses half a character, in a value and in a key", () =>
    check('a: ⟦"\\ud800"⟧\n⟦"\\udc00"⟧: "\\ud83d\\ude00"\n', "parse/syntax", "parse/syntax"));
  test("says how a list of objects is written", () => {
    const { diagnostics } = parse({ path: "a.yaml", text: "a: { commits: { author: string }[] }\n" });
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "a list of objects is written `{ type: array, items: { author: string } }`, or as `NAME[]` with the object under `types`",
    ]);
  });
  test("reports one syntax error, not its echoes", () => check("a: ⟦]⟧\nb: [\n", "parse/syntax"));
  test.each([
    ["a: ⟦{⟧ b: [1]\nc: 2\n", /write `}` where it ends/],
    ["a: { b: ⟦[⟧1, 'x]' }\n", /write `\]` where it ends/],
    ['a: { b: ⟦"⟧x }\nc: 2\n', /this quoted text has no end/],
    ['a: |\n  "{\nb: "y"\nc: ⟦\'⟧x\n', /this quoted text has no end/],
  ])("points at what has no end: %j", (marked, message) => {
    check(marked, "parse/syntax");
    expect(parse({ path: "a.yaml", text: unmark(marked).text }).diagnostics[0]?.message).toMatch(message);
  });
  test("points at the field that begins in another column, not at the line before it", () =>
    check("a:\n  b: 1\n\n ⟦c⟧: 2\n", "parse/syntax"));
  test.each([
    ["a:\n⟦\u00a0\u00a0⟧b: 1\n  c: 2\n", /U\+00A0/],
    ["a: 1\nb:⟦\u3000⟧2\n", /U\+3000/],
    ["a: 1⟦\r⟧b: 2\r", /carriage return/],
    ["a: caf⟦\ufffd⟧\n", /cannot be read/],
  ])("says what is not what it looks like: %j", (marked, message) => {
    check(marked, "parse/syntax");
    expect(parse({ path: "a.yaml", text: unmark(marked).text }).diagnostics[0]?.message).toMatch(message);
  });
  test("says how backslashes and quotes are written", () => {
    const hintOf = (text: string): string | undefined => parse({ path: "a.yaml", text }).diagnostics[0]?.hint;
    expect(hintOf('a: "^\\d"\n')).toContain("single quotes");
    expect(hintOf("a: 'x' == b\n")).toContain("quote the whole");
  });
  test("says that a list type inside braces is quoted", () => {
    const { diagnostics } = parse({ path: "a.yaml", text: "a: { to: string[] }\n" });
    expect(diagnostics[0]?.message).toContain("quoted");
  });
  test.each(["", "# nothing\n", "---\n"])("refuses a file without a contract: %j", (text) => {
    expect(parse({ path: "a.yaml", text }).diagnostics.map(({ code }) => code)).toEqual(["parse/empty"]);
  });
  test.each(["- a\n", "text\n"])("refuses a file that is no map: %j", (text) => {
    expect(parse({ path: "a.yaml", text }).diagnostics.map(({ code }) => code)).toEqual(["parse/not-a-map"]);
  });

  test("answers any text with a tree or a diagnostic inside the text, never with an exception", () => {
    const piece = fc.constantFrom(
      "a",
      ":",
      " ",
      "\n",
      "  ",
      "- ",
      "[",
      "]",
      "{",
      "}",
      "&x",
      "*x",
      '"',
      "'",
      "|",
      ",",
      "?",
      "---\n",
      "%",
      "!",
      "\t",
      "1",
      "<<",
      "#",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join("");
        const { tree, diagnostics } = parse({ path: "a.yaml", text });
        expect(tree === undefined).toBe(diagnostics.length > 0);
        for (const { span } of diagnostics) {
          expect(span.start).toBeGreaterThanOrEqual(0);
          expect(span.end).toBeLessThanOrEqual(text.length + 1);
          expect(span.end).toBeGreaterThanOrEqual(span.start);
        }
      }),
      { seed: 7, numRuns: 2000 },
    );
  });
});
