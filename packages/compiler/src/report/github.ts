import type { Diagnostic, Severity } from "./diagnostic.ts";
import type { Span } from "./source.ts";
import type { Printer } from "./printer.ts";
import { visible } from "./visible.ts";

const workflowCommands: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  info: "notice",
};

/** Workflow commands: GitHub shows each as an annotation at its line. */
export const githubPrinter: Printer = {
  name: "github",
  summary: "annotations in a GitHub workflow",
  print: (diagnostics, _sources, { folder = "" }) =>
    diagnostics.map((diagnostic) => `${toCommand(diagnostic, folder)}\n`).join(""),
};

function toCommand({ code, severity, message, hint, span }: Diagnostic, folder: string): string {
  const properties = Object.entries({ file: folder + span.file, ...commandPlace(span), title: code });
  const written = properties.map(([key, value]) => `${key}=${escapeProperty(String(value))}`).join(",");
  const lines = hint === undefined ? [message] : [message, `hint: ${hint}`];
  return `::${workflowCommands[severity]} ${written}::${lines.map(escapeData).join("%0A")}`;
}

/** GitHub refuses columns for a range of several lines. */
function commandPlace({ line, endLine, column, endColumn }: Span): Readonly<Record<string, number>> {
  return line === endLine ? { line, endLine, col: column, endColumn } : { line, endLine };
}

/** Escapes line breaks: without that, the rest of a contract's text could be another command. */
function escapeData(text: string): string {
  return visible(text).replaceAll("%", "%25");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
