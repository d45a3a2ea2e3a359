import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAny } from "../src/syntax/parse.ts";
import { readPlain } from "../src/syntax/read-plain.ts";
import { readCorpus } from "./corpus.ts";

/** Read by the walk of this folder and by the library, a text is the same: every value, place and comment. */
function check(text: string): void {
  const source = { path: "a.yaml", text };
  const plain = readPlain(source);
  expect(plain).toBeDefined();
  expect({ ...plain, diagnostics: [] }).toEqual(parseAny(source));
}

/** Compares both readers if the fast one can read the text. */
function agree(text: string): boolean {
  const isPlain = readPlain({ path: "a.yaml", text }) !== undefined;
  if (isPlain) check(text);
  return isPlain;
}

function textsIn(folder: string): readonly string[] {
  const url = new URL(folder, import.meta.url);
  const names = readdirSync(url).filter((name) => name.endsWith(".yaml"));
  return names.map((name) => readFileSync(new URL(name, url), "utf8"));
}

const contracts = [...textsIn("../../../contracts/"), ...textsIn("fixtures/real/")];
const corpus = readCorpus().flatMap(({ files }) => files.map(({ text }) => text));

describe("a plain text is read as the library reads it", () => {
  test.each([
    ["maps in maps", "a:\n  b:\n    c: x\n  d: y\ne: z\n"],
    ["lists under a name, indented or not", "a:\n  - x\n  - y\nb:\n- x\n- y\nc: z\n"],
    ["maps in lists", "a:\n  - b: 1\n    c: 2\n  - b:\n      d: 3\n    c: 4\n"],
    ["brackets", "a: { b: [x, y z], c: { d: {} }, e: [] }\nf: [ 1 ,2,  3 ]\n"],
    ["quotes", `a: "x: y # z"\nb: 'it''s'\nc: "\\\\d+\\n\\"\\/"\nd: ["", '', ","]\n`],
    ["what is no text", "a: [0, 12, -3, 1.50, 0.5, true, false, null]\nb: 2026-06-01\nc: 5s\nd: 1_000\n"],
    ["colons and number signs inside of words", "a:b: c:d\ne: f#g\nh: { i?: j:k, $ref: l }\n"],
    ["comments above and beside", "# one\na: x # two\n\n# three\n\nb:\n  # four\n  - y  # five\nc: z\n"],
    ["a comment under what is indented farther", "a:\n  b:\n    c: x\n  # one\n  d: y\n# two\ne: z\n"],
    [
      "folded and literal blocks",
      "a: >-\n  x\n  y: # z\nb:\n  - |\n    x\n    - y\n  - >\n    x\nc: |-\n  x\n",
    ],
    ["letters of other scripts", "a: Überweisung — 送金\nb: { c: “x” }\n"],
    ["empty lines anywhere", "\n\na:\n\n  b: x\n\n\n  c: y\n\n"],
  ])("%s", (_name, text) => check(text));

  test("every contract of this repository is plain", () => contracts.forEach(check));

  test("contracts with mistakes, as far as they are plain", () => {
    expect(corpus.filter(agree).length).toBeGreaterThan(150);
  });
});

describe("anything else is left to the library", () => {
  test.each([
    ["nothing", "\n"],
    ["no line end at the end", "a: x"],
    ["a list or text alone", "- a\n"],
    ["a carriage return", "a: x\r\n"],
    ["a tab", "a: x\ty\n"],
    ["a space at the end of a line", "a: x \n"],
    ["a byte order mark", "\ufeffa: x\n"],
    ["a character above the first plane", "a: \u{1f600}\n"],
    ["a space that is none", "a: \u3000x\n"],
    ["a second document", "a: x\n---\nb: y\n"],
    ["a directive", "%YAML 1.2\n---\na: x\n"],
    ["an anchor", "a: &x y\n"],
    ["an alias", "a: *x\n"],
    ["a tag", "a: !x y\n"],
    ["a merge", "<<: { a: x }\n"],
    ["an explicit key", "? a\n: x\n"],
    ["a quoted key", '"a": x\n'],
    ["a key that is no text", "null: x\n"],
    ["a number as a key", "1: x\n"],
    ["a key without a value", "a:\nb: x\n"],
    ["a key twice", "a: x\na: y\n"],
    ["a key twice but for its case", "a: { b: x, B: y }\n"],
    ["text over two lines", "a: x\n  y\n"],
    ["text that begins on the next line", "a:\n  x\n"],
    ["quotes over two lines", 'a: "x\n  y"\n'],
    ["brackets over two lines", "a: [x,\n  y]\n"],
    ["brackets that do not close", "a: [x\n"],
    ["a comma at the end", "a: [x, ]\n"],
    ["names alone in braces", "a: { b, c }\n"],
    ["a pair in a list", "a: [b: c]\n"],
    ["a colon that makes text a name", "a: b: c\n"],
    ["another escape", 'a: "\\x41"\n'],
    ["something behind quotes", 'a: "x" y\n'],
    ["a list in a list", "a:\n  - - x\n"],
    ["a number in another form", "a: 0x1F\n"],
    ["a zero in front", "a: 01\n"],
    ["null in another form", "a: ~\n"],
    ["infinity", "a: .inf\n"],
    ["columns that differ", "a:\n    b: x\n  c: y\n"],
    ["a comment that is indented otherwise", "a:\n  b: x\n    # one\nc: y\n"],
    ["a comment at the end", "a: x\n# one\n"],
    ["a block with an empty line", "a: |\n  x\n\n  y\n"],
    ["a block that is indented farther inside", "a: >\n  x\n   y\n"],
    ["a block with its indentation stated", "a: |2\n  x\n"],
    ["more depth than people read", `a: ${"[".repeat(30)}${"]".repeat(30)}\n`],
  ])("%s", (_name, text) => expect(readPlain({ path: "a.yaml", text })).toBeUndefined());
});

describe("whatever is written", () => {
  // Characters with a meaning in YAML, and their neighbours.
  const words = [
    "a:",
    "b: ",
    "- ",
    "x",
    "01",
    "true",
    "~",
    "{ a: 1 }",
    "[x, y]",
    "[",
    "}",
    ", ",
    ": ",
    " #c",
    "# c\n",
  ];
  const signs = [
    '"q"',
    '"',
    "'",
    "|",
    ">-\n",
    "\\",
    "&a",
    "*a",
    "!",
    "? ",
    "---",
    "%",
    "<<: ",
    ".5",
    "-1",
    "0x1",
    "\t",
  ];
  const piece = fc.constantFrom("\n", "\n  ", "\n    ", "\nb: ", "\n  c: ", "\n  - ", ...words, ...signs);
  const seed = 20261121;

  test("is read by both alike, if it is read", () => {
    const texts = fc.array(piece, { maxLength: 6 }).map((parts) => `a: x${parts.join("")}\n`);
    expect(fc.sample(texts, { seed, numRuns: 5000 }).filter(agree).length).toBeGreaterThan(500);
  });

  test("into a contract is read by both alike, if it is read", () => {
    const at = fc.double({ min: 0, max: 1, noNaN: true });
    const edits = fc.record({ contract: fc.constantFrom(...contracts), at, cut: fc.nat(6), piece });
    const texts = edits.map((edit) => {
      const start = Math.floor(edit.contract.length * edit.at);
      return edit.contract.slice(0, start) + edit.piece + edit.contract.slice(start + edit.cut);
    });
    expect(fc.sample(texts, { seed, numRuns: 200 }).filter(agree).length).toBeGreaterThan(20);
  });
});
