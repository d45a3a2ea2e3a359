import { escapeText } from "@proviso/manifest";
import type { ClaimResult, VerifyReport } from "../model.ts";
import type { ReportFormat } from "./report-format.ts";
import { byTool, countsText, endedEarly, scope, toolText, traceLines, verdictText } from "./words.ts";

export const textFormat: ReportFormat = {
  name: "text",
  summary: "for people",
  print: (report) =>
    [
      ...[...byTool(report.results)].map(([tool, results]) => toolLines(tool, results)),
      ...(report.notCalled.length > 0 ? [notCalled(report)] : []),
      [`${countsText(report.results)}, ${report.calls} calls`, endedEarly(report), scope]
        .filter((line) => line !== undefined)
        .join("\n"),
    ].join("\n\n"),
};

function toolLines(tool: string | undefined, results: readonly ClaimResult[]): string {
  return [toolText(tool), ...results.flatMap(resultLines)].join("\n");
}

function resultLines(result: ClaimResult): readonly string[] {
  const { clause, claim, verdict } = result;
  const head = `  ${verdictText(result).padEnd(20)} ${clause.padEnd(18)} ${escapeText(claim.text)}`;
  if (verdict.kind === "survived") return [head];
  const { trace } = verdict.kind === "refuted" ? verdict : {};
  const why = verdict.kind === "unobservable" ? [`needs ${escapeText(verdict.missing)}`] : [];
  const seen = trace ? [escapeText(trace.observed), ...traceLines(trace)] : [];
  return [head, ...[...why, ...seen].map((line) => `      ${line}`)];
}

function notCalled({ notCalled: tools }: VerifyReport): string {
  return ["Not called:", ...tools.map(({ tool, why }) => `  ${toolText(tool)}: ${escapeText(why)}`)].join(
    "\n",
  );
}
