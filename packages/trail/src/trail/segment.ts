/** The end of a chain. `time` is that of its last record. */
interface SegmentEnd {
  readonly sequence: number;
  readonly time?: string | undefined;
}

/** The most records in a segment of a trail whose heads are written together with its records. */
export const segmentRecords = 1000;

/** Whether a group of records ends a segment: by size, or as the first of a day (UTC). */
export function closesSegment(last: SegmentEnd, end: SegmentEnd): boolean {
  const numberOf = ({ sequence }: SegmentEnd): number => Math.floor(sequence / segmentRecords);
  return numberOf(last) !== numberOf(end) || dayOf(last) !== dayOf(end);
}

function dayOf({ time }: SegmentEnd): string | undefined {
  return time?.slice(0, "2026-01-01".length);
}
