import type { Diagnostic } from "@proviso/compiler";
import { printers } from "@proviso/compiler/print";
import type { Trace } from "../model.ts";
import type { ReportFormat } from "./report-format.ts";
import { traceFile } from "./trace-file.ts";
import { toolText, traceLines, tracesIn } from "./words.ts";

/** What is refuted, in SARIF. A finding's place is the file of its trace, which runs it again. */
export const sarifFormat: ReportFormat = {
  name: "sarif",
  summary: "SARIF 2.1.0 for code scanning",
  print({ results }, folder) {
    const printer = printers.find(({ name }) => name === "sarif");
    return printer?.print(tracesIn(results).map(toFinding), [], { folder }).trimEnd() ?? "";
  },
};

function toFinding(trace: Trace): Diagnostic {
  const { clause, tool, claim, observed } = trace;
  return {
    code: `verify/${clause}`,
    severity: "error",
    message: `${toolText(tool)} claims: ${claim.text}. ${observed}`,
    hint: traceLines(trace).join("\n"),
    span: { file: traceFile(trace), start: 0, end: 0, line: 1, column: 1, endLine: 1, endColumn: 1 },
  };
}
