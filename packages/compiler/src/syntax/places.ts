import type { SourceText, Span } from "../report/source.ts";

/** The span between two offsets of a text. */
export type Place = (start: number, end: number) => Span;

/** Quickest for whoever goes through a text from its beginning to its end. Lines are counted when the first is asked for. */
export function placesIn({ path, text }: SourceText): Place {
  let known: readonly number[] | undefined;
  let line = 0;
  return (start, end) => {
    const starts = (known ??= lineStarts(text));
    line = lineAt(start, starts, line);
    const endLine = lineAt(end, starts, line);
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
function lineAt(offset: number, starts: readonly number[], likely: number): number {
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
