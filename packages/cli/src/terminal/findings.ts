import { printDiagnostics, toJsonDiagnostic } from "@proviso/compiler/print";
import type { Diagnostic, FixResult, SourceText } from "@proviso/compiler";
import { isCheckFinding } from "../project/is-check-finding.ts";
import { countOf } from "./count.ts";
import type { CliHost } from "./host.ts";
import { sayNext } from "../install/say-next.ts";
import { exitCodes, styled, type ExitCode } from "@proviso/terminal";

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

/**
 * Prints why there is no answer, without the advice that `check --advice` gives: with `--json` as one object on standard output,
 * where the answer would be. For people, `next` says the command to run next in a folder.
 */
export function printInstead(
  {
    diagnostics,
    texts,
  }: { readonly diagnostics: readonly Diagnostic[]; readonly texts: readonly SourceText[] },
  host: CliHost,
  isJson: boolean | undefined,
  next?: { readonly root: string; readonly command: "check" | "explain" },
): ExitCode {
  const found = diagnostics.filter(isCheckFinding);
  if (isJson) host.out(JSON.stringify({ ok: false, diagnostics: found.map(toJsonDiagnostic) }));
  else printFindings(found, texts, host);
  const worst = worstOf(diagnostics);
  if (!isJson && next?.command === "check") sayNext(host, next.root, "`proviso check`");
  if (!isJson && next?.command === "explain" && worst)
    sayNext(host, next.root, `\`proviso explain ${worst.code}\``);
  return exitCodes.findings;
}

/** Prints each fixed finding with its position. */
export function printFixes(fixed: FixResult["fixed"], host: CliHost): void {
  if (fixed.length === 0) return;
  for (const { code, span, fix } of fixed)
    host.out(`fixed  ${span.file}:${span.line}:${span.column}  ${fix.title}  (${code})`);
  host.out(`fixed ${countOf(fixed.length, "finding")}`);
}
