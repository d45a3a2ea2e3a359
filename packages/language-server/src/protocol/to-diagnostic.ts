import type { Diagnostic as Finding, Severity } from "@proviso/compiler";
import { type Diagnostic, DiagnosticSeverity } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { rangeOf } from "../workspace/ranges.ts";
import { pageOfCode } from "./page-of-code.ts";

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

/** A finding as editors show it, with a link to the page of its code. */
export function toDiagnostic(
  { code, severity, message, hint, span }: Finding,
  text: TextDocument,
): Diagnostic {
  const href = pageOfCode(code);
  return {
    range: rangeOf(text, span),
    severity: severities[severity],
    code,
    ...(href === undefined ? {} : { codeDescription: { href } }),
    source: "proviso",
    message: hint === undefined ? message : `${message}\n${hint}`,
  };
}
