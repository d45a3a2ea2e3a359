/** The known name that was probably meant: at most two letters differ, are missing, extra or swapped. */
export function similarName(name: string, known: readonly string[]): string | undefined {
  const [closest] = known
    .map((each) => ({ each, distance: editDistance(name, each) }))
    .toSorted((a, b) => a.distance - b.distance);
  return closest && closest.distance <= 2 ? closest.each : undefined;
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1];
    for (const [at, other] of [...b].entries())
      next.push(
        Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (letter === other ? 0 : 1)),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}
