import peers from "./peers.json" with { type: "json" };

/** A measured value: `2440 ms`. */
export interface Measure {
  readonly value: number;
  readonly unit: string;
}

/** A bar of a picture, and the words beside it. */
export interface Bar extends Measure {
  readonly label: string;
  readonly isOurs: boolean;
}

/** A run of `./x bench peers`, as `-u` writes it. */
export type PeersRun = (typeof peers.runs)[number];

/** The smallest run first. */
export const runs: readonly PeersRun[] = peers.runs;

export function runOf(tools: number): PeersRun {
  const run = runs.find((each) => each.tools === tools);
  if (!run) throw new Error(`peers.json has no run with ${tools} tools`);
  return run;
}

export function medianOf({ tools, rows }: PeersRun, name: string): Measure {
  const row = rows.find((each) => each.case === name);
  if (!row) throw new Error(`peers.json has no case \`${name}\` at ${tools} tools`);
  const [value = "", unit = ""] = row.median.split(" ");
  return { value: Number(value), unit };
}

/** `2,440 ms` */
export function shown({ value, unit }: Measure): string {
  return `${value.toLocaleString("en-US")} ${unit}`.trim();
}

/** What a picture says, for those who do not see it. */
export function barsInWords(bars: readonly Bar[]): string {
  return `${bars.map((bar) => `${bar.label}: ${shown(bar)}`).join("; ")}.`;
}

/** A budget that the run did not meet. */
export interface Missed {
  readonly case: string;
  readonly than: string;
  readonly ratio: number;
  readonly budget: number;
}

export function missedBudgets({ rows }: PeersRun): readonly Missed[] {
  return rows.flatMap((row) => {
    const { ratio, budget, met, "compared with": than } = row;
    if (met !== false || ratio === undefined || than === undefined) return [];
    return [{ case: row.case, than, ratio, budget: Number(budget) }];
  });
}
