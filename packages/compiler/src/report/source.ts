/** One contract file. `path` is for messages only; the compiler opens no file. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

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
