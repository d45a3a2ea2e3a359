import process from "node:process";
import { describe, expect, test } from "vitest";
import { compile, diagnosticCodes } from "../src/index.ts";
import { asExpected, type BrokenContract, readBases, readCorpus, writeExpected } from "./corpus.ts";

const corpus = readCorpus();
const codeOf = (expected: string): string => expected.split(" ")[1] ?? "";

/**
 * Expects exactly the findings that the file lists, in every order of the files. Notes may be left out of the list.
 * `UPDATE_CORPUS=1` writes the findings into the file.
 */
function check({ name, files, options, expected }: BrokenContract): void {
  for (const sources of [files, files.toReversed()]) {
    const { diagnostics } = compile(sources, options);
    const codes = expected.map(codeOf);
    const counted = diagnostics.filter(({ code, severity }) => severity !== "info" || codes.includes(code));
    const found = counted.map(asExpected).toSorted();
    if (process.env["UPDATE_CORPUS"]) return writeExpected(name, found);
    expect(found).toEqual(expected);
    for (const { span } of diagnostics) {
      const text = sources.find(({ path }) => path === span.file)?.text.split("\n")[span.line - 1];
      expect(span.column).toBeLessThanOrEqual((text ?? "").length + 1);
    }
  }
}

describe("a broken contract is reported where it is broken, in these words, and nowhere else", () => {
  test.each(corpus.map((broken) => [broken.name, broken] as const))("%s", (_name, broken) => {
    expect(broken.expected).not.toEqual([]);
    check(broken);
  });
});

test.each(readBases().map((base) => [base.path, base] as const))(
  "%s, which others edit, is right",
  (_path, base) => {
    const { diagnostics } = compile([base]);
    expect(diagnostics.filter(({ severity }) => severity !== "info")).toEqual([]);
  },
);

test("the corpus has a mistake for every code", () => {
  const covered = new Set(corpus.flatMap(({ expected }) => expected.map(codeOf)));
  expect(diagnosticCodes.filter((code) => !covered.has(code))).toEqual([]);
  expect([...covered].filter((code) => !diagnosticCodes.includes(code))).toEqual([]);
});
