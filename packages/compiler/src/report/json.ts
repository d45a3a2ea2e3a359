import { type Diagnostic, isClean } from "./diagnostic.ts";
import type { Printer } from "./printer.ts";

/** A diagnostic for machines: flat, with the range for editors. Lines and columns are 1-based. */
export interface JsonDiagnostic extends Pick<Diagnostic, "code" | "severity" | "message" | "hint" | "fix"> {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export function toJsonDiagnostic({ code, severity, message, hint, span, fix }: Diagnostic): JsonDiagnostic {
  const { file, line, column, endLine, endColumn } = span;
  const said = { ...(hint === undefined ? {} : { hint }), ...(fix === undefined ? {} : { fix }) };
  return { code, severity, message, ...said, file, line, column, endLine, endColumn };
}

export const jsonPrinter: Printer = {
  name: "json",
  summary: "one object on one line",
  print(diagnostics, _sources, { fixed, isStrict = false }) {
    const done = fixed === undefined ? {} : { fixed: fixed.map(toJsonDiagnostic) };
    const findings = diagnostics.map(toJsonDiagnostic);
    return `${JSON.stringify({ ok: isClean(diagnostics, isStrict), ...done, diagnostics: findings })}\n`;
  },
};
