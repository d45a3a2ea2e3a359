/** One contract file. The compiler opens no file: `path` is for messages, and for names under `use`. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
  /** What the host found for names under `use`; other names are paths relative to this file. */
  readonly uses?: Readonly<Record<string, FoundUse>>;
}

/** The path of the used file, which is compiled with the others; or why it cannot be used, in words. */
export type FoundUse = { readonly path: string } | { readonly problem: string; readonly hint?: string };

/** The position of a text. Offsets are 0-based UTF-16 units, `end` exclusive; lines and columns are 1-based. */
export interface Span {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** The part of a one-line span from `from` to `to`, counted from its start. */
export function spanInside(span: Span, from: number, to: number): Span {
  return {
    ...span,
    start: span.start + from,
    end: span.start + to,
    column: span.column + from,
    endLine: span.line,
    endColumn: span.column + to,
  };
}
