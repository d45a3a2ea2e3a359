import type { Json } from "@proviso/manifest";
import type { DiffFormat, ReportedChange } from "./diff-report.ts";

/** A change as JSON. A value that is absent is `null`. */
export function changeRow(change: Omit<ReportedChange, "fails">): Readonly<Record<string, Json | object>> {
  const {
    id,
    tool,
    path,
    callers,
    safety,
    model,
    readers,
    before,
    after,
    message,
    fingerprint,
    span,
    waived,
  } = change;
  return {
    id,
    tool,
    path,
    callers,
    safety,
    model,
    ...(readers === undefined ? {} : { readers }),
    before: before ?? null,
    after: after ?? null,
    message,
    fingerprint,
    file: span.file,
    line: span.line,
    ...(waived ? { waived } : {}),
  };
}

/** One object. */
export const jsonFormat: DiffFormat = {
  name: "json",
  summary: "one object for machines",
  hasDiagnostics: false,
  print: ({ changes }) => JSON.stringify({ changes: changes.map(changeRow) }, null, 2),
};
