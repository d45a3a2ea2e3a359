/** A line, and whether the other value has another one there. */
export interface MarkedLine {
  readonly text: string;
  readonly isChanged: boolean;
}

/** The lines of two values: those between their common beginning and their common end changed. */
export function markedLines(
  before: readonly string[],
  after: readonly string[],
): { readonly before: readonly MarkedLine[]; readonly after: readonly MarkedLine[] } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const mark = (lines: readonly string[]): readonly MarkedLine[] =>
    lines.map((text, index) => ({ text, isChanged: index >= start && index < lines.length - end }));
  return { before: mark(before), after: mark(after) };
}
