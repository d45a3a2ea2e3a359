import type { Diagnostic } from "../diagnostic.ts";
import type { Printer } from "./printer.ts";

/** A diagnostic for machines: flat, with the place that editors ask for. Lines and columns count from 1. */
export interface JsonDiagnostic extends Pick<Diagnostic, "code" | "severity" | "message" | "hint"> {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export function toJsonDiagnostic({ code, severity, message, hint, span }: Diagnostic): JsonDiagnostic {
  const { file, line, column, endLine, endColumn } = span;
  const said = hint === undefined ? {} : { hint };
  return { code, severity, message, ...said, file, line, column, endLine, endColumn };
}

export const jsonPrinter: Printer = {
  name: "json",
  summary: "one object on one line",
  print(diagnostics) {
    const ok = diagnostics.every(({ severity }) => severity !== "error");
    return `${JSON.stringify({ ok, diagnostics: diagnostics.map(toJsonDiagnostic) })}\n`;
  },
};
