import { printDiagnostics } from "@proviso/compiler";
import type { Diagnostic, SourceText } from "@proviso/compiler";
import type { Host } from "./host.ts";

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** With code frames, to where findings go; nothing if there are none. */
export function printFindings(
  diagnostics: readonly Diagnostic[],
  texts: readonly SourceText[],
  host: Host,
): void {
  if (diagnostics.length > 0) host.err(printDiagnostics(diagnostics, texts, { color: host.color }).trimEnd());
}

/** A finding for machines: flat, with the place that editors ask for. */
export function toJsonFinding({
  code,
  severity,
  message,
  hint,
  span,
}: Diagnostic): Readonly<Record<string, unknown>> {
  const { file, line, column, endLine, endColumn } = span;
  return {
    code,
    severity,
    message,
    ...(hint === undefined ? {} : { hint }),
    file,
    line,
    column,
    endLine,
    endColumn,
  };
}
