import { defaultSeverities } from "../suppress/diagnostic-codes.ts";
import type { Severity } from "../report/diagnostic.ts";
import type { CodeDescription } from "../report/printer.ts";
import { hostRules } from "../hosts/host-rules.ts";
import { rules } from "../rules/rules.ts";
import type { DiagnosticPage } from "./page.ts";
import { pages } from "./pages.ts";

/** The short description of a code; undefined if the code is unknown. */
export function describe(code: string): CodeDescription | undefined {
  const page = pages.get(code);
  return page && describePage(page, defaultSeverities.get(code), summaryOf(code));
}

/** A page without its example. A code without a rule gets its summary from the page. */
export function describePage(
  { means, fix }: DiagnosticPage,
  severity: Severity = "error",
  summary: string = firstSentence(means),
): CodeDescription {
  return { summary, severity, means, fix };
}

function summaryOf(code: string): string | undefined {
  return [...rules, ...hostRules].find((rule) => rule.code === code)?.summary;
}

function firstSentence(text: string): string {
  return /^.*?[.](?= |$)/s.exec(text)?.[0] ?? text;
}
