import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The length of a trial, and the seed of its random choices. */
export interface TrialSize {
  readonly rounds: number;
  readonly clients: number;
  readonly seed: number;
}

/** A count of a trial, and its upper bound if it has one. */
export interface Finding {
  readonly what: string;
  readonly figure: number;
  readonly bound?: number;
  /** A few examples of the counted cases. */
  readonly which?: string;
}

/** Injects a fault repeatedly while calls are made, and counts what must not happen. */
export type Trial = (size: TrialSize) => Promise<readonly Finding[]>;

/** An event that must never occur: each of `names` is a case in which it did. */
export function none(what: string, names: readonly string[]): Finding {
  return { what, figure: names.length, bound: 0, which: names.slice(0, 5).join(", ") };
}

export function counted(counts: Readonly<Record<string, number>>): readonly Finding[] {
  return Object.entries(counts).map(([what, figure]) => ({ what, figure }));
}

/** Adds one to a count. */
export function count(counts: Record<string, number>, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}

/** Effects by key, and the keys of those that happened more than once. */
export function effectCounter() {
  const effects = new Map<string, number>();
  return {
    add: (key: string): void => void effects.set(key, (effects.get(key) ?? 0) + 1),
    of: (key: string): number => effects.get(key) ?? 0,
    all: (): Finding => ({ what: "effects", figure: effects.size }),
    doubled: (): Finding =>
      none(
        "effects that happened twice",
        [...effects].flatMap(([key, times]) => (times > 1 ? [key] : [])),
      ),
  };
}

export function pick<Item>(random: () => number, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError("nothing to pick from");
  return item;
}

/** Runs in a new folder, which is always removed. */
export async function inFolder<Result>(run: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "proviso-faults-"));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
