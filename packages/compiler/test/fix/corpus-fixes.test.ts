import { describe, expect, test } from "vitest";
import { compile, type CompileResult, fix, parse, type SourceText } from "../../src/index.ts";
import { toJson } from "../../src/syntax/syntax-tree.ts";
import { readCorpus } from "../corpus.ts";

const check = (sources: readonly SourceText[]): CompileResult => compile(sources);
const fixable = readCorpus()
  .map(({ name, files }) => ({ name, files, before: compile(files) }))
  .filter(({ before }) => before.diagnostics.some((each) => each.fix));

function commentsOf(sources: readonly SourceText[]): string[] {
  return sources.flatMap((source) => parse(source).comments.map(({ text }) => text));
}

/** Every key and value of a tree with where it is; list items in any place. */
function factsOf(value: unknown, at = ""): string[] {
  if (typeof value !== "object" || value === null) return [`${at} = ${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([key, each]) => [`${at}.${key}`, ...factsOf(each, `${at}.${key}`)]);
}

/** What may differ after a fix: case, marks, quotes, what nobody sees, and the words for true and false. */
const form = /["_?-]|\p{Cf}|\b(?:yes|no|true|false)\b/gu;

function meaningOf(sources: readonly SourceText[]): string[] {
  const trees = sources.flatMap((source) => parse(source).tree ?? []);
  return trees.flatMap((tree) =>
    factsOf(toJson(tree)).map((fact) => fact.toLowerCase().replaceAll(form, "")),
  );
}

test("many mistakes of the corpus have a certain remedy", () => {
  expect(fixable.length).toBeGreaterThanOrEqual(10);
});

describe("check --fix puts right what it can of each broken contract, and nothing else", () => {
  test.each(fixable.map((each) => [each.name, each] as const))("%s", (_name, { files, before }) => {
    const after = fix(files, check);
    const codesBefore = before.diagnostics.map(({ code }) => code);
    const left = after.diagnostics.map(({ code }) => code);
    expect(after.fixed.length).toBeGreaterThan(0);
    expect(after.diagnostics.filter((each) => each.fix)).toEqual([]);
    expect(left.length).toBeLessThan(codesBefore.length);
    for (const code of left) expect(codesBefore).toContain(code);
    expect(after.sources.every((source) => parse(source).tree !== undefined)).toBe(true);

    const removed = after.fixed.filter((each) => each.fix.title === "remove the comment").length;
    const [commentsBefore, commentsAfter] = [commentsOf(files), commentsOf(after.sources)];
    expect(commentsAfter.length).toBe(commentsBefore.length - removed);
    expect(commentsBefore).toEqual(expect.arrayContaining(commentsAfter));

    const again = fix(after.sources, check);
    expect(again.fixed).toEqual([]);
    expect(again.sources.every((source, index) => source === after.sources[index])).toBe(true);
  });

  test.each(
    fixable
      .filter(({ files }) => files.every((file) => parse(file).tree))
      .map((each) => [each.name, each.files] as const),
  )("%s says what it said before, in other letters", (_name, files) =>
    expect(meaningOf(fix(files, check).sources)).toEqual(meaningOf(files)),
  );
});
