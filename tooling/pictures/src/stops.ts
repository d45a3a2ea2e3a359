/** Where the window stands for a while. */
export interface Stop {
  /** The first line in the window. */
  readonly top: number;
  readonly seconds: number;
}

/** Seconds that somebody needs for the lines that a stop adds. */
function secondsFor(lines: number): number {
  return 2 + 0.3 * lines;
}

/**
 * The stops of a window of so many rows, so that every line is shown. Each begins at the last part
 * that the one before does not show whole; a long part is scrolled on.
 */
export function stopsOf(lines: readonly string[], isPart: RegExp, rows: number): readonly Stop[] {
  const parts = lines.flatMap((each, at) => (isPart.test(each) ? [at] : []));
  const stops: Stop[] = [];
  let [top, shown] = [0, 0];
  while (shown < lines.length) {
    const end = Math.min(top + rows, lines.length);
    stops.push({ top, seconds: secondsFor(end - shown) });
    shown = end;
    const next = parts.findLast((at) => at > top && at < shown);
    const partEnd = parts.find((at) => at > shown) ?? lines.length;
    top = next ?? Math.min(shown - 2, Math.max(top + 1, partEnd - rows));
  }
  return stops;
}
