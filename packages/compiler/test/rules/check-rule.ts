import { describe, expect, test } from "vitest";
import type { Rule } from "../../src/index.ts";
import { compileText, contractOf, type ToolText, unmark } from "../contract-text.ts";

export interface RuleCases {
  /** Tools that the rule has nothing to say about; other rules may. */
  readonly valid: Readonly<Record<string, ToolText>>;
  /** Tools with `⟦…⟧` around every place that the rule reports. */
  readonly invalid: Readonly<Record<string, ToolText>>;
  readonly header?: string;
  /** The tool's verb in invalid cases, marked where the rule points at the name. */
  readonly verb?: string;
}

/** Runs one rule over valid and invalid tools and compares the places that it reports with the marks. */
export function checkRule(rule: Rule, { valid, invalid, header = "", verb = "act" }: RuleCases): void {
  const placesOf = (text: string): { start: number; end: number }[] =>
    compileText(text)
      .diagnostics.filter(({ code }) => code === rule.code)
      .map(({ span }) => ({ start: span.start, end: span.end }));
  describe(`${rule.code}`, () => {
    for (const [name, fields] of Object.entries(valid))
      test(`accepts ${name}`, () => {
        const { text } = unmark(contractOf(fields, header, verb));
        expect(placesOf(text)).toEqual([]);
        // A contract that does not get as far as the rules would prove nothing.
        expect(
          compileText(text).diagnostics.filter(({ code }) => /^(parse|decode|type|resolve)\//.test(code)),
        ).toEqual([]);
      });
    for (const [name, fields] of Object.entries(invalid))
      test(`reports ${name}`, () => {
        const marksInFields = Object.values(fields).some((value) => value?.includes("⟦"));
        const { text, places } = unmark(contractOf(fields, header, marksInFields ? verb : `⟦${verb}⟧`));
        expect(placesOf(text)).toEqual(places);
      });
  });
}
