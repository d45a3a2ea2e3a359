import type { Json } from "@proviso/manifest";
import type { DiffFormat, ReportedChange } from "./diff-report.ts";

/** A change as JSON. A value that is absent is `null`. */
export function changeRow(change: ReportedChange): Readonly<Record<string, Json | object>> {
  const { fails: _, before = null, after = null, span, message, fingerprint, waived, ...verdicts } = change;
  const place = { file: span.file, line: span.line };
  return { ...verdicts, before, after, message, fingerprint, ...place, ...(waived && { waived }) };
}

/** One object. */
export const jsonFormat: DiffFormat = {
  name: "json",
  summary: "one object for machines",
  hasDiagnostics: false,
  print: ({ changes }) => JSON.stringify({ changes: changes.map(changeRow) }, null, 2),
};
