import type { Diagnostic } from "@proviso/compiler";
import { changeKinds, severityOf } from "@proviso/changes";
import { type CodeDescription, type Printer, printers } from "@proviso/compiler/print";
import type { DiffFormat, DiffReport, ReportedChange } from "./diff-report.ts";
import { ownVersion } from "../disk/package-json.ts";
import { waivedUntil } from "./verdicts.ts";

/** Findings for services that show them beside code: each change is one, at the clause that changed. */
function asFindings({ changes, diagnostics }: DiffReport): readonly Diagnostic[] {
  return [...changes.map(toFinding), ...diagnostics];
}

function toFinding(change: ReportedChange): Diagnostic {
  const { id, message, span, fails, waived, fingerprint } = change;
  const severity = severityOf(change);
  const milder = severity === "error" && !fails ? "warning" : severity;
  return {
    code: `diff/${id}`,
    severity: waived ? (waived.isNew ? "warning" : "info") : fails ? "error" : milder,
    message,
    hint: waived ? `${waivedUntil(waived)}: ${waived.reason}` : `fingerprint ${fingerprint}`,
    span,
  };
}

/** What a kind of change means. */
function describe(code: string): CodeDescription | undefined {
  const id = code.slice("diff/".length);
  const kind = changeKinds.find((each) => each.id === id);
  if (!kind) return undefined;
  const fix = "Undo the change, or accept it by a waiver in `proviso.yaml`.";
  return { summary: kind.means, severity: severityOf(kind), means: kind.means, fix };
}

function annotated(name: string, summary: string): DiffFormat {
  return {
    name,
    summary,
    hasDiagnostics: true,
    print: (report) => printFor(name, asFindings(report), report.folder, describe),
  };
}

/** Findings in a format of a service. `folder`: the project's in its repository. */
export function printFor(
  name: string,
  findings: readonly Diagnostic[],
  folder: string,
  describing: (code: string) => CodeDescription | undefined,
): string {
  const printer: Printer | undefined = printers.find((each) => each.name === name);
  const place = { folder, version: ownVersion, describe: describing };
  return printer?.print(findings, [], place).trimEnd() ?? "";
}

export const sarifFormat: DiffFormat = annotated("sarif", "SARIF 2.1.0 for code scanning");
export const githubFormat: DiffFormat = annotated("github", "annotations in a GitHub workflow");
