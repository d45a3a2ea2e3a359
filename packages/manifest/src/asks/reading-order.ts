import type { Json, JsonObject } from "../contract/contract.ts";

/** How early a person reads a line: amounts and addresses, what else is short, what is long. */
export type ReadingRank = 0 | 1 | 2;

/** The lines of a value, in the order in which a person reads them. */
export interface RankedLines<Line> {
  readonly rank: ReadingRank;
  readonly lines: readonly Line[];
}

/** More of them fill the screen. */
const maxShortLines = 10;

/**
 * Shows each field by `linesOf`, where `isLong` says which lines are more than one glance. Amounts and addresses come first, and
 * nothing long stands before anything short. Only the order depends on what the values look like: nothing is left out.
 */
export function inReadingOrder<Line>(
  fields: JsonObject,
  linesOf: (field: JsonObject) => Iterable<Line>,
  isLong: (line: Line) => boolean,
): readonly RankedLines<Line>[] {
  const ranked = Object.entries(fields).flatMap(([name, value]): RankedLines<Line>[] => {
    const lines = [...linesOf({ [name]: value })];
    if (lines.length > maxShortLines) return [{ rank: 2, lines }];
    const rank = isAmountOrAddress(value) ? 0 : 1;
    return [
      { rank, lines: lines.filter((line) => !isLong(line)) },
      { rank: 2, lines: lines.filter(isLong) },
    ];
  });
  return ranked.filter(({ lines }) => lines.length > 0).toSorted((a, b) => a.rank - b.rank);
}

const address = /^[^\s@]{1,64}@[^\s@]{1,255}$|^[a-z][a-z\d+.-]{1,20}:\/\//i;

function isAmountOrAddress(value: Json | undefined): boolean {
  if (typeof value === "string") return address.test(value.slice(0, 400));
  if (typeof value !== "object" || value === null) return typeof value === "number";
  return Object.values(value).some(isAmountOrAddress);
}
