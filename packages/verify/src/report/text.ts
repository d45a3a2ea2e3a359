import { escapeText } from "@proviso/manifest";
import type { ClaimResult } from "../model.ts";
import type { ReportFormat } from "./words.ts";
import { byTool, countsText, endings, scope, toolText, traceLines, verdictText } from "./words.ts";

export const textFormat: ReportFormat = {
  name: "text",
  summary: "for people",
  print(report) {
    const tools = [...byTool(report.results)].map(([tool, results]) => [
      toolText(tool),
      ...results.flatMap(resultLines),
    ]);
    const notCalled = report.notCalled.map(({ tool, why }) => `  ${toolText(tool)}: ${escapeText(why)}`);
    const counts = `${countsText(report.results)}, ${report.calls} calls`;
    const end = [counts, endings[report.ended], scope].filter((line) => line !== undefined);
    const parts = [...tools, ...(notCalled.length > 0 ? [["Not called:", ...notCalled]] : []), end];
    return parts.map((lines) => lines.join("\n")).join("\n\n");
  },
};

function resultLines(result: ClaimResult): readonly string[] {
  const { clause, claim, verdict } = result;
  const head = `  ${verdictText(result).padEnd(20)} ${clause.padEnd(18)} ${escapeText(claim.text)}`;
  if (verdict.kind === "survived") return [head];
  const more =
    verdict.kind === "unobservable"
      ? [`needs ${escapeText(verdict.missing)}`]
      : [escapeText(verdict.trace.observed), ...traceLines(verdict.trace)];
  return [head, ...more.map((line) => `      ${line}`)];
}
