import type { Report } from "../report/diagnostic.ts";
import { parseErrors, zeroBefore } from "./parse-problems.ts";
import type { MakeSpan } from "./places.ts";
import type { SourceText, Span } from "../report/source.ts";
import type { SyntaxAdvice } from "./syntax-advice.ts";
import type { ScalarNode } from "./syntax-tree.ts";

/** A YAML scalar that is being read. */
export interface TextContext {
  readonly source: SourceText;
  readonly place: MakeSpan;
  readonly report: Report;
}

/** Only an escape can write one. Canonical JSON, and so the hash, has no form for it. */
export const halfCharacter: SyntaxAdvice = {
  problem: "this text holds half a character",
  instead: "escapes such as `\\ud83d\\ude00` come in pairs",
};

/** A scalar: the text at `span` and its value in YAML. */
export function readScalar(value: unknown, span: Span, { source, place, report }: TextContext): ScalarNode {
  const written = source.text.slice(span.start, span.end);
  if (typeof value === "number") {
    const isInexact = /^[-+]?\d+$/.test(written) && !Number.isSafeInteger(value);
    if (!Number.isFinite(value) || isInexact || zeroBefore.test(written))
      report(parseErrors.at(span, "number", { text: written }));
    return { kind: "scalar", value, span };
  }
  if (typeof value !== "string")
    return { kind: "scalar", value: value === true || value === false ? value : null, span };
  if (!value.isWellFormed()) report(parseErrors.at(span, "syntax", halfCharacter));
  if (written === value && span.line === span.endLine) return { kind: "scalar", value, span, textSpan: span };
  const quoted = written.length === value.length + 2 && /^(["']).*\1$/s.test(written) ? 1 : 0;
  const verbatim = span.line === span.endLine && written.slice(quoted, written.length - quoted) === value;
  const textSpan = place(span.start + quoted, span.end - quoted);
  return { kind: "scalar", value, span, ...(verbatim ? { textSpan } : { written }) };
}
