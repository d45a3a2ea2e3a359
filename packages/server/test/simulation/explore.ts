import { hash } from "node:crypto";

/** Something that can go on in several ways. The same choices always lead to the same state. */
export interface World {
  /** What can happen next, each under a name of its own. */
  choices(): readonly string[];
  take(choice: string): void;
  /** Resolves when nothing more happens without a choice. */
  settle(): Promise<void>;
  /** Everything that decides what can still happen, and whether that is a violation. */
  state(): unknown;
  /** The violations so far. `isOver`: nothing more can happen. */
  violation(isOver: boolean): string | undefined | Promise<string | undefined>;
}

export interface Explored {
  readonly states: number;
  readonly runs: number;
  /** The first violation, with the steps that led to it. */
  readonly violation?: { readonly what: string; readonly steps: readonly string[] };
}

/** A part of the runs: so many, chosen by the random numbers. */
interface Part {
  readonly runs: number;
  random(): number;
}

/**
 * Takes every order of choices, each run from the beginning, and leaves out what continues from a state that was seen already.
 * Stops at the first violation, and where a part is given, at its end.
 */
export async function explore(makeWorld: () => World, maxRuns = 200_000, part?: Part): Promise<Explored> {
  const visited = new Set<string>();
  const open: (readonly string[])[] = [[]];
  let runs = 0;
  while (open.length > 0) {
    if (part && runs === part.runs) break;
    if (part) swapLast(open, Math.floor(part.random() * open.length));
    const schedule = open.pop() ?? [];
    if (++runs > maxRuns) throw new Error(`more than ${maxRuns} runs`);
    const what = await follow(makeWorld(), schedule, visited, open);
    if (what) return { states: visited.size, runs, violation: what };
  }
  return { states: visited.size, runs };
}

function swapLast<Item>(items: Item[], at: number): void {
  const [one, last] = [items[at], items.at(-1)];
  if (one !== undefined && last !== undefined) [items[at], items[items.length - 1]] = [last, one];
}

async function follow(
  world: World,
  schedule: readonly string[],
  visited: Set<string>,
  open: (readonly string[])[],
): Promise<Explored["violation"]> {
  const steps: string[] = [];
  for (;;) {
    await world.settle();
    const [first, ...others] = world.choices();
    if (steps.length >= schedule.length) {
      const what = await world.violation(first === undefined);
      if (what !== undefined) return { what, steps };
      const key = keyOf(await world.state());
      if (visited.has(key)) return undefined;
      visited.add(key);
    }
    if (first === undefined) return undefined;
    const next = schedule[steps.length] ?? first;
    if (steps.length >= schedule.length) for (const other of others) open.push([...steps, other]);
    steps.push(next);
    world.take(next);
  }
}

/** Random ids differ from run to run; what counts is which of them are the same. */
function keyOf(state: unknown): string {
  const known = new Map<string, string>();
  const text = JSON.stringify(state).replaceAll(/[\da-f]{48}/g, (id) => {
    known.set(id, known.get(id) ?? `#${known.size}`);
    return known.get(id) ?? "";
  });
  return hash("sha256", text, "base64");
}
