import type { Diagnostic, SourceText } from "@proviso/compiler";
import { toJsonDiagnostic } from "@proviso/compiler/print";
import { exitCodes, type ExitCode } from "@proviso/terminal";
import { sayNext } from "../install/say-next.ts";
import { isCheckFinding } from "../project/is-check-finding.ts";
import { printFindings, worstOf } from "../terminal/findings.ts";
import type { CliHost } from "../terminal/host.ts";

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
