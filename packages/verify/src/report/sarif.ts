import type { Diagnostic } from "@proviso/compiler";
import { printers } from "@proviso/compiler/print";
import { traceFile } from "./trace-file.ts";
import { toolText, traceLines, tracesIn, type ReportFormat } from "./words.ts";

/** What is refuted, in SARIF. A finding's place is the file of its trace, which runs it again. */
export const sarifFormat: ReportFormat = {
  name: "sarif",
  summary: "SARIF 2.1.0 for code scanning",
  print({ results }, folder) {
    const findings = tracesIn(results).map((trace): Diagnostic => {
      const { clause, tool, claim, observed } = trace;
      return {
        code: `verify/${clause}`,
        severity: "error",
        hint: traceLines(trace).join("\n"),
        message: `${toolText(tool)} claims: ${claim.text}. ${observed}`,
        span: { file: traceFile(trace), start: 0, end: 0, line: 1, column: 1, endLine: 1, endColumn: 1 },
      };
    });
    const printer = printers.find(({ name }) => name === "sarif");
    return printer?.print(findings, [], { folder }).trimEnd() ?? "";
  },
};
