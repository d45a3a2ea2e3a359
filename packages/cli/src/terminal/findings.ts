import { printDiagnostics } from "@proviso/compiler/print";
import type { Diagnostic, FixResult, SourceText } from "@proviso/compiler";
import { countOf } from "./count.ts";
import type { CliHost } from "./host.ts";
import { styled } from "@proviso/terminal";

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** The finding to explain first: the first error, else the first warning. */
export function worstOf(diagnostics: readonly Diagnostic[]): Diagnostic | undefined {
  const first = (severity: Diagnostic["severity"]): Diagnostic | undefined =>
    diagnostics.find((each) => each.severity === severity);
  return first("error") ?? first("warning") ?? first("info");
}

/** Prints findings with code frames; prints nothing if there are none. */
export function printFindings(
  diagnostics: readonly Diagnostic[],
  texts: readonly SourceText[],
  host: CliHost,
  isWhole = false,
): void {
  if (diagnostics.length > 0)
    host.err(styled(printDiagnostics(diagnostics, texts, { color: host.color, isWhole })).trimEnd());
}

/** Prints each fixed finding with its position. */
export function printFixes(fixed: FixResult["fixed"], host: CliHost): void {
  if (fixed.length === 0) return;
  for (const { code, span, fix } of fixed)
    host.out(`fixed  ${span.file}:${span.line}:${span.column}  ${fix.title}  (${code})`);
  host.out(`fixed ${countOf(fixed.length, "finding")}`);
}
