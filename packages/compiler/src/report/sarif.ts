import type { Diagnostic, Fix, Severity } from "./diagnostic.ts";
import type { CodeDescription, Printer } from "./printer.ts";
import { visible } from "./visible.ts";

const sarifLevels: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };
const schemaUri =
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** SARIF 2.1.0, which code scanning services and editors read. */
export const sarifPrinter: Printer = {
  name: "sarif",
  summary: "SARIF 2.1.0 for code scanning",
  print(diagnostics, _sources, { version, describe, folder = "" }) {
    const codes = [...new Set(diagnostics.map(({ code }) => code))].toSorted();
    const driver = {
      name: "proviso",
      ...(version === undefined ? {} : { semanticVersion: version }),
      rules: codes.map((id) => toSarifRule(id, describe?.(id))),
    };
    const results = diagnostics.map((diagnostic) => toSarifResult(diagnostic, codes, folder));
    const run = { tool: { driver }, columnKind: "utf16CodeUnits", results };
    return `${JSON.stringify({ $schema: schemaUri, version: "2.1.0", runs: [run] }, null, 2)}\n`;
  },
};

/** Describes the reported codes only. No `helpUri`: the pages have no fixed address. */
function toSarifRule(id: string, description: CodeDescription | undefined): object {
  if (!description) return { id };
  const { summary, severity, means, fix } = description;
  return {
    id,
    shortDescription: { text: summary },
    fullDescription: { text: means },
    help: { text: `${means}\n\n${fix}`, markdown: `${means}\n\n**${fix}**` },
    defaultConfiguration: { level: sarifLevels[severity] },
  };
}

function toSarifResult(
  { code, severity, message, hint, span, fix }: Diagnostic,
  codes: readonly string[],
  folder: string,
): object {
  const artifactLocation = { uri: toArtifactUri(folder + span.file), uriBaseId: "%SRCROOT%" };
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: sarifLevels[severity],
    message: { text: [message, ...(hint === undefined ? [] : [`hint: ${hint}`])].map(plainText).join("\n") },
    locations: [
      {
        physicalLocation: {
          artifactLocation,
          region: {
            startLine: span.line,
            startColumn: span.column,
            endLine: span.endLine,
            endColumn: span.endColumn,
            charOffset: span.start,
            charLength: span.end - span.start,
          },
        },
      },
    ],
    ...(fix === undefined ? {} : { fixes: [toSarifFix(fix, artifactLocation)] }),
  };
}

function toSarifFix({ title, edits }: Fix, artifactLocation: object): object {
  const replacements = edits.map(({ start, end, text }) => ({
    deletedRegion: { charOffset: start, charLength: end - start },
    insertedContent: { text },
  }));
  return { description: { text: plainText(title) }, artifactChanges: [{ artifactLocation, replacements }] };
}

/** Escapes `[text](target)`, which is a link in a SARIF message (section 3.11.6). */
function plainText(text: string): string {
  return visible(text).replaceAll("](", "] (");
}

/** A URI cannot contain a lone surrogate, which a file name may contain. */
function toArtifactUri(path: string): string {
  return path
    .replace(/\p{Cs}/gu, "\ufffd")
    .split("/")
    .map(encodeURIComponent)
    .join("/");
}
