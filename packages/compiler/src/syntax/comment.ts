import type { MakeSpan } from "./places.ts";
import type { SourceText, Span } from "../report/source.ts";

/** A comment, from its `#` to the end of its line. */
export interface Comment {
  readonly text: string;
  readonly span: Span;
  /** True if nothing else is on its line. */
  readonly alone: boolean;
  /** What to cut to remove it: the space before it, and its line if nothing else is there. */
  readonly extent: { readonly start: number; readonly end: number };
}

/** The comment that begins at `start` and ends before `end`. */
export function readComment(start: number, end: number, { text }: SourceText, place: MakeSpan): Comment {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const before = text.slice(lineStart, start);
  const alone = before.trim() === "";
  const lineEnd = text.indexOf("\n", end) + 1 || text.length;
  const extent = alone
    ? { start: lineStart, end: lineEnd }
    : { start: lineStart + before.trimEnd().length, end };
  return { text: text.slice(start, end), span: place(start, end), alone, extent };
}
