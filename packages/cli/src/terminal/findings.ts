import { printDiagnostics } from "@proviso/compiler/print";
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
