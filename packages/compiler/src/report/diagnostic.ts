import type { Span } from "./source.ts";

export const severities = ["error", "warning", "info"] as const;
export type Severity = (typeof severities)[number];

/** Text to replace other text. Offsets are those of a `Span`: 0-based UTF-16, `end` exclusive. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A change to the file of a finding that certainly fixes it. Edits do not overlap. */
export interface Fix {
  /** What it does, in the imperative: `remove the annotation`. */
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** A compile-time finding, as plain data. A `code` never changes its meaning. */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly hint?: string;
  readonly span: Span;
  /** Present only if the correct text is certain. */
  readonly fix?: Fix;
}

export type Report = (diagnostic: Diagnostic) => void;

/** One row of a table: a severity, `error` by default, and a message that takes the parameters `P`. */
export interface DiagnosticRow<P> {
  readonly severity?: Severity;
  message(parameters: P): string;
  hint?(parameters: P): string | undefined;
  fix?(parameters: P, span: Span): Fix | undefined;
}

/** The findings of one stage. A wrong code, or a wrong parameter, does not compile. */
export interface DiagnosticTable<Problems> {
  readonly codes: readonly string[];
  /** By code. */
  readonly severities: Readonly<Record<string, Severity>>;
  at<Code extends keyof Problems & string>(span: Span, code: Code, parameters: Problems[Code]): Diagnostic;
}

export function defineDiagnostics<Problems>(
  stage: string,
  rows: { readonly [Code in keyof Problems & string]: DiagnosticRow<Problems[Code]> },
): DiagnosticTable<Problems> {
  const severitiesByCode = Object.entries<DiagnosticRow<never>>(rows).map(
    ([code, { severity = "error" }]) => [`${stage}/${code}`, severity] as const,
  );
  return {
    codes: severitiesByCode.map(([code]) => code),
    severities: Object.fromEntries(severitiesByCode),
    at(span, code, parameters) {
      const row = rows[code];
      const hint = row.hint?.(parameters);
      const fix = row.fix?.(parameters, span);
      return {
        code: `${stage}/${code}`,
        severity: row.severity ?? "error",
        message: row.message(parameters),
        ...(hint === undefined ? {} : { hint }),
        ...(fix === undefined ? {} : { fix }),
        span,
      };
    },
  };
}

/** Whether there is no error and, if strict, no warning. Notes never count. */
export function isClean(diagnostics: readonly Diagnostic[], isStrict = false): boolean {
  return diagnostics.every(({ severity }) => severity === "info" || (severity === "warning" && !isStrict));
}

/**
 * Sorted by file and position, errors first at the same position, without duplicates. Of one code
 * in one file, at most `listedFindings` are kept; one more says how many were left out.
 */
export function tidyDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const sorted = diagnostics.toSorted(compareDiagnostics);
  const once = sorted.filter((diagnostic, index) => {
    const before = sorted[index - 1];
    return before === undefined || compareDiagnostics(before, diagnostic) !== 0;
  });
  const counts = new Map<string, number>();
  const numbered = once.map((diagnostic) => {
    const key = `${diagnostic.span.file} ${diagnostic.code}`;
    const number = (counts.get(key) ?? 0) + 1;
    counts.set(key, number);
    return { diagnostic, key, number };
  });
  return numbered.flatMap(({ diagnostic, key, number }) => {
    const more = (counts.get(key) ?? 0) - listedFindings;
    if (number <= listedFindings || more === 1) return [diagnostic];
    if (number > listedFindings + 1) return [];
    const { code, severity, span } = diagnostic;
    return [
      { code, severity, message: `${more} findings of this code, from here to the end of the file`, span },
    ];
  });
}

/** A file may have the same mistake in each of 100,000 lines. */
const listedFindings = 50;

function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.span.file, b.span.file) ||
    a.span.start - b.span.start ||
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message) ||
    a.span.end - b.span.end
  );
}

/** Compares by code units, so that the order does not depend on the locale. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
