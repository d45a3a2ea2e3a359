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

type Run = Pick<PeersRun, "command"> & {
  readonly rows: readonly Readonly<Record<"case" | "median", string>>[];
};

/** The smallest run first. */
export const runs: readonly PeersRun[] = peers.runs;

export function runOf(tools: number): PeersRun {
  const run = runs.find((each) => each.tools === tools);
  if (!run) throw new Error(`peers.json has no run with ${tools} tools`);
  return run;
}

export function medianOf({ command, rows }: Run, name: string): Measure {
  const row = rows.find((each) => each.case === name);
  if (!row) throw new Error(`the run of \`${command}\` has no case \`${name}\``);
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
