import type { Diagnostic } from "@proviso/compiler";
import { changeKinds, severityOf } from "@proviso/changes";
import { type CodeDescription, type Printer, printers } from "@proviso/compiler/print";
import type { DiffFormat, ReportedChange } from "./diff-report.ts";

/** A finding for services that show them beside code, at the clause that changed. */
function toFinding(change: ReportedChange): Diagnostic {
  const { id, message, span, fails, fingerprint } = change;
  const severity = severityOf(change);
  const milder = severity === "error" && !fails ? "warning" : severity;
  return {
    code: `diff/${id}`,
    severity: fails ? "error" : milder,
    message,
    hint: `fingerprint ${fingerprint}`,
    span,
  };
}

/** What a kind of change means. */
function describe(code: string): CodeDescription | undefined {
  const id = code.slice("diff/".length);
  const kind = changeKinds.find((each) => each.id === id);
  if (!kind) return undefined;
  const fix = "Undo the change, or accept it: `proviso lock --accept` for what became looser.";
  return { summary: kind.means, severity: severityOf(kind), means: kind.means, fix };
}

function annotated(name: string, summary: string): DiffFormat {
  return {
    name,
    summary,
    print({ changes, folder, version }) {
      const printer: Printer | undefined = printers.find((each) => each.name === name);
      return printer?.print(changes.map(toFinding), [], { folder, version, describe }).trimEnd() ?? "";
    },
  };
}

export const sarifFormat: DiffFormat = annotated("sarif", "SARIF 2.1.0 for code scanning");
export const githubFormat: DiffFormat = annotated("github", "annotations in a GitHub workflow");
