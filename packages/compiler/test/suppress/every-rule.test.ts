import { describe, expect, test } from "vitest";
import { findingsOf } from "../../src/diagnostic-pages/explain.ts";
import { pages } from "../../src/diagnostic-pages/pages.ts";
import { isConfigurable, rules, type SourceText } from "../../src/index.ts";

const codes = rules.map(({ code }) => code);

/** The example of a page with a comment above each line that has a finding. */
function withComments(code: string, sources: readonly SourceText[]): readonly SourceText[] {
  const found = findingsOf(code, sources);
  return sources.map(({ path, text }) => {
    const lines = new Set(found.filter(({ span }) => span.file === path).map(({ span }) => span.line));
    const commented = text
      .split("\n")
      .flatMap((line, index) =>
        lines.has(index + 1) ? [`  # proviso-ignore ${code} -- An example.`, line] : [line],
      );
    return { path, text: commented.join("\n") };
  });
}

/** What is found in the example of a code under a comment. */
function findingsUnderComment(code: string): string[] {
  const sources = withComments(code, pages.get(code)?.wrong ?? []);
  return [...new Set(findingsOf(code, sources).map((each) => each.code))].toSorted();
}

describe("a comment", () => {
  test.each(codes.filter(isConfigurable))("keeps %s quiet", (code) =>
    expect(findingsUnderComment(code)).toEqual([]),
  );
  test.each(codes.filter((code) => !isConfigurable(code)))("does nothing to %s, and says so", (code) =>
    expect(findingsUnderComment(code)).toEqual([code, "suppress/not-allowed"].toSorted()),
  );
});

test("what holds safety cannot be kept quiet", () => {
  expect(codes.filter(isConfigurable).every((code) => code.startsWith("lint/"))).toBe(true);
  for (const code of ["contract/unsafe-pattern", "contract/confirm-like-argument"])
    expect(isConfigurable(code)).toBe(false);
});
