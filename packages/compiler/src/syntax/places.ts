import type { SourceText, Span } from "../report/source.ts";

/** Makes the span between two offsets of a text. */
export type MakeSpan = (start: number, end: number) => Span;

/** Fastest for spans in the order of the text. Lines are counted on first use. */
export function placesIn({ path, text }: SourceText): MakeSpan {
  let known: readonly number[] | undefined;
  let line = 0;
  return (start, end) => {
    const starts = (known ??= lineStarts(text));
    line = lineAtOffset(start, starts, line);
    const endLine = lineAtOffset(end, starts, line);
    return {
      file: path,
      start,
      end,
      line: line + 1,
      column: Math.max(1, start - (starts[line] ?? 0) + 1),
      endLine: endLine + 1,
      endColumn: Math.max(1, end - (starts[endLine] ?? 0) + 1),
    };
  };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The index of the last line that starts at or before `offset`: mostly `likely`. */
function lineAtOffset(offset: number, starts: readonly number[], likely: number): number {
  const isIn = (line: number): boolean =>
    offset >= (starts[line] ?? Infinity) && offset < (starts[line + 1] ?? Infinity);
  if (isIn(likely)) return likely;
  let [low, high] = [0, starts.length];
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? Infinity) <= offset) low = middle;
    else high = middle;
  }
  return low;
}
