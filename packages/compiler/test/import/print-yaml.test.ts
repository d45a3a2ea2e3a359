import fc from "fast-check";
import { expect, test } from "vitest";
import { printEntry, printFlowValue } from "../../src/import/print-yaml.ts";
import { isWritable } from "../../src/schemas/schema-data.ts";
import { format, parse } from "../../src/index.ts";
import { type SyntaxNode, toJson } from "../../src/syntax/syntax-tree.ts";

/** The value that is read back after it was printed as an entry of a map and formatted. */
function check(value: unknown): void {
  const text = `before: 1\n${printEntry("value", value as never, 0).join("\n")}\nafter: 1\n`;
  const laidOut = format({ path: "a.yaml", text }).text ?? "";
  for (const each of [text, laidOut]) {
    const { tree, diagnostics } = parse({ path: "a.yaml", text: each });
    expect(diagnostics).toEqual([]);
    const read = tree?.entries.find(({ key }) => key === "value")?.value as SyntaxNode;
    expect(toJson(read)).toEqual(value);
  }
}

/** Texts that mean something else in YAML, JSON or this language if they are not quoted. */
const words: readonly string[] = [
  "",
  " ",
  "a ",
  " a",
  "\t",
  "null",
  "~",
  "true",
  "No",
  "0x1f",
  "010",
  "1e3",
  "-",
  "- a",
  "-1",
  ".5",
  ".inf",
  "<<",
  "=",
  "a: b",
  "a:",
  ":a",
  "a #b",
  "#a",
  "&a",
  "*a",
  "!a",
  "!!str a",
  "%YAML 1.2",
  "@a",
  "`a`",
  "| a",
  "> a",
  "? a",
  "---",
  "...",
  "'a'",
  '"a"',
  "a'b",
  'a"b',
  "\\",
  "\\n",
  "a\\",
  "{a}",
  "[a]",
  "a, b",
  "{ a: b }",
  "a{",
  "}",
  "2026-11-22",
  "a\nb",
  "a\n",
  "\na",
  "a\r\nb",
  "a\n\nb",
  "a\n  b",
  "  a\nb",
  "a \nb",
  "# a\nb",
  "\u2028",
  "\u0085",
  "\ufeffa",
  "\ufffd",
  "\u200b",
  "\u00a0",
  "\u{1f600}",
  "string | null",
  "a?",
  "$ref",
  "__proto__",
  "constructor",
  "\u{e0041}",
  "\u0007",
  "a\tb",
  "日本語",
  "é: ü",
];

test.each(words.map((word) => [JSON.stringify(word), word]))("%s reads as it was", (_, word) => {
  check(word);
  check([word, { a: word }]);
  if (isWritable({ [word]: 1 })) check({ [word]: word, b: [[word], { [word]: [word] }] });
});

test("every value that a contract can hold reads as it was", () => {
  const text = fc.oneof(
    fc.constantFrom(...words),
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom(..."ab \n:#-{}[],'\"|>&*!%@`?\\\t\r") }),
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.constantFrom(null, true, 0, -1, 1.5, 1e21, 2 ** 53, 2 ** 63, 1e-7),
      fc.array(tie("any"), { maxLength: 3 }),
      fc.dictionary(text, tie("any"), { maxKeys: 3, noNullPrototype: true }),
    ),
  })).any;
  fc.assert(
    fc.property(value, (each) => {
      fc.pre(isWritable(each as never));
      check(each);
    }),
    { numRuns: 400, seed: 20_261_122 },
  );
});

test("what fits stands on a line, and texts of several lines are literals", () => {
  expect(printEntry("a", { type: "string", maxLength: 3 }, 2)).toEqual([
    "  a: { type: string, maxLength: 3 }",
  ]);
  expect(printEntry("description", "One.\n\n- two", 0)).toEqual(["description: |-", "  One.", "", "  - two"]);
  expect(printFlowValue([])).toBe("[]");
});
