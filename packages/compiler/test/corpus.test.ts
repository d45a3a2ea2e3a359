import { describe, expect, test } from "vitest";
import { compile, diagnosticCodes } from "../src/index.ts";
import { asExpected, type BrokenContract, readCorpus } from "./corpus.ts";

const corpus = readCorpus();

/** That exactly what the file says is wrong with it is found, in every order of the files. A note may be left unsaid. */
function check({ files, options, expected }: BrokenContract): void {
  for (const sources of [files, files.toReversed()]) {
    const { diagnostics } = compile(sources, options);
    const codes = expected.map((each) => each.split(" ")[1]);
    const counted = diagnostics.filter(({ code, severity }) => severity !== "info" || codes.includes(code));
    expect(counted.map(asExpected).toSorted()).toEqual(expected);
    for (const { span } of diagnostics) {
      const text = sources.find(({ path }) => path === span.file)?.text.split("\n")[span.line - 1];
      expect(span.column).toBeLessThanOrEqual((text ?? "").length + 1);
    }
  }
}

describe("a broken contract is reported where it is broken, and nowhere else", () => {
  test.each(corpus.map((broken) => [broken.name, broken] as const))("%s", (_name, broken) => {
    expect(broken.expected).not.toEqual([]);
    check(broken);
  });
});

test("the corpus has a mistake for every code", () => {
  const covered = new Set(corpus.flatMap(({ expected }) => expected.map((each) => each.split(" ")[1])));
  expect(diagnosticCodes.filter((code) => !covered.has(code))).toEqual([]);
  expect([...covered].filter((code) => !diagnosticCodes.includes(code ?? ""))).toEqual([]);
});
