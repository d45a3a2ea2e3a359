import { describe, expect, test } from "vitest";
import { compile, type Rule } from "../../src/index.ts";
import { compileText, contractOf, type ToolText, unmark } from "../contract-text.ts";
import { fragmentRules } from "../fragment-rules.ts";

export interface RuleCases {
  /** Tools without findings of this rule; other rules may have some. */
  readonly valid: Readonly<Record<string, ToolText>>;
  /** Tools with `⟦…⟧` around every place that the rule reports. */
  readonly invalid: Readonly<Record<string, ToolText>>;
  readonly header?: string;
  /** The tool's verb in invalid cases, marked where the rule points at the name. */
  readonly verb?: string;
}

export interface ProjectCases {
  /** Contracts of one project, by file, without findings of this rule. */
  readonly valid: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Contracts of one project, by file, with `⟦…⟧` around every place that the rule reports. */
  readonly invalid: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Runs one rule over whole projects and compares the places that it reports with the marks. */
export function checkProjects(rule: Rule, { valid, invalid }: ProjectCases): void {
  const check = (files: Readonly<Record<string, string>>): void => {
    const marked = Object.entries(files).map(([path, text]) => ({ path, ...unmark(text) }));
    const { diagnostics } = compile(marked, { rules: { ...fragmentRules, [rule.code]: rule.severity } });
    const found = diagnostics.filter(({ code }) => code === rule.code);
    expect(found.map(({ span }) => `${span.file} ${span.start}-${span.end}`)).toEqual(
      marked.flatMap(({ path, places }) => places.map(({ start, end }) => `${path} ${start}-${end}`)),
    );
    expect(diagnostics.filter(({ severity, code }) => severity === "error" && code !== rule.code)).toEqual(
      [],
    );
  };
  describe(`${rule.code}`, () => {
    for (const [name, files] of Object.entries(valid)) test(`accepts ${name}`, () => check(files));
    for (const [name, files] of Object.entries(invalid)) test(`reports ${name}`, () => check(files));
  });
}

/** Runs one rule over valid and invalid tools and compares the places that it reports with the marks. */
export function checkRule(rule: Rule, { valid, invalid, header = "", verb = "act" }: RuleCases): void {
  const placesOf = (text: string): { start: number; end: number }[] =>
    compileText(text, { [rule.code]: rule.severity })
      .diagnostics.filter(({ code }) => code === rule.code)
      .map(({ span }) => ({ start: span.start, end: span.end }));
  describe(`${rule.code}`, () => {
    for (const [name, fields] of Object.entries(valid))
      test(`accepts ${name}`, () => {
        const { text } = unmark(contractOf(fields, header, verb));
        expect(placesOf(text)).toEqual([]);
        // A contract with earlier errors would not reach the rules, and would prove nothing.
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
