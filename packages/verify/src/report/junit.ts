import { escapeText, html, type Html } from "@proviso/manifest";
import type { ClaimResult } from "../model.ts";
import { byTool, countOf, toolText, traceLines, type ReportFormat } from "./words.ts";

/** JUnit's XML: a suite a tool, a case a clause. What is unobservable is skipped, not passed. */
export const junitFormat: ReportFormat = {
  name: "junit",
  summary: "JUnit XML for test services",
  print({ results, startedAt }) {
    const suites = [...byTool(results)].map(([tool, of]) => suite(tool, of, startedAt));
    // `html` escapes as XML needs it; `escapeText` leaves no character that XML forbids.
    const all = html`<testsuites name="proviso verify" ${counts(results)}>${suites}</testsuites>`;
    return `<?xml version="1.0" encoding="UTF-8"?>\n${all.text}`;
  },
};

function counts(results: readonly ClaimResult[]): Html {
  const [failures, skipped] = [countOf(results, "refuted"), countOf(results, "unobservable")];
  return html`tests="${results.length}" failures="${failures}" skipped="${skipped}" errors="0"`;
}

function suite(tool: string | undefined, results: readonly ClaimResult[], startedAt: string): Html {
  const cases = results.map(({ clause, claim, verdict }) => {
    const name = `${clause}: ${escapeText(claim.text)}`;
    return html` <testcase classname="${toolText(tool)}" name="${name}">${outcome(verdict)}</testcase>`;
  });
  return html`
    <testsuite name="${toolText(tool)}" timestamp="${startedAt}" ${counts(results)}>${cases} </testsuite>
  `;
}

function outcome(verdict: ClaimResult["verdict"]): Html | undefined {
  if (verdict.kind === "survived") return undefined;
  if (verdict.kind === "unobservable")
    return html`<skipped message="unobservable: needs ${escapeText(verdict.missing)}" />`;
  const [message, text] = [escapeText(verdict.trace.observed), traceLines(verdict.trace).join("\n")];
  return html`<failure type="refuted" message="${message}">${text}</failure>`;
}
