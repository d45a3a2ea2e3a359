import { escapeText } from "@proviso/manifest";
import { countOf } from "../terminal/count.ts";
import type { DiffFormat, DiffReport, ReportedChange } from "./diff-report.ts";
import { byTool, countVerdicts, verdictsOf, waivedUntil } from "./verdicts.ts";
import { since } from "./since.ts";

/** For people at a terminal. */
export const textFormat: DiffFormat = {
  name: "text",
  summary: "for people",
  hasDiagnostics: false,
  print(report: DiffReport) {
    const { changes } = report;
    const compared = since(report, escapeText);
    if (changes.length === 0) return `no changes ${compared}`;
    const tools = [...byTool(changes)].map(([tool, of]) =>
      [tool === "" ? "the product" : escapeText(tool), ...of.flatMap(linesOf)].join("\n"),
    );
    const counts = countVerdicts(changes);
    return [...tools, `${countOf(changes.length, "change")} ${compared}${counts}`].join("\n\n");
  },
};

function linesOf({ id, message, fingerprint, span, waived, ...change }: ReportedChange): string[] {
  const verdicts = verdictsOf(change);
  return [
    `  ${verdicts.length === 0 ? "" : `${verdicts.join(", ")}: `}${escapeText(message)}`,
    // What was removed is on no line.
    `    ${id} ${fingerprint}  ${escapeText(span.file)}${id.endsWith("tool-removed") ? "" : `:${span.line}`}`,
    ...(waived ? [`    ${waivedUntil(waived)}: ${escapeText(waived.reason)}`] : []),
  ];
}
