import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";

/** Thrown inside a process that was killed, to end it. */
const killed = new Promise<never>(() => {});

/** Lets a process pause before each step that others could notice. `seen` is what of the result decides what it does next. */
export interface Gate {
  <Result>(
    label: string,
    act: () => Promise<Result> | Result,
    seen?: (result: Result) => unknown,
  ): Promise<Result>;
  /** Forgets what the process has seen so far, except `but`. */
  forget(but: string): void;
}

export interface World {
  /** Processes that run at the same time. Each waits for its turn at each gate. */
  readonly processes: Readonly<Record<string, (gate: Gate) => Promise<unknown>>>;
  /** The shared state that decides what can still happen, besides what each process has seen. */
  state(): unknown;
  /** The violations so far. */
  violation(): string | undefined;
  /** The processes that may be killed, each at any of its steps. */
  readonly mortal?: readonly string[];
}

export interface Explored {
  readonly states: number;
  readonly runs: number;
  /** The first violation, with the steps that led to it. */
  readonly violation?: { readonly what: string; readonly steps: readonly string[] };
}

interface Running {
  readonly name: string;
  /** Continues the process; absent while it runs and when it has ended. */
  proceed?: (() => void) | undefined;
  /** Kills it. */
  isDead: boolean;
  /** What it has seen, which decides what it does next. */
  seen: string[];
}

/**
 * Runs the processes in every order of their steps, each run from the beginning, and leaves out what continues from a state that
 * was seen already. Stops at the first violation.
 */
export async function explore(makeWorld: () => World, mostRuns = 200_000): Promise<Explored> {
  const visited = new Set<string>();
  const open: (readonly string[])[] = [[]];
  let runs = 0;
  while (open.length > 0) {
    const schedule = open.pop() ?? [];
    if (++runs > mostRuns) throw new Error(`more than ${mostRuns} runs`);
    const what = await follow(makeWorld(), schedule, visited, open);
    if (what) return { states: visited.size, runs, violation: what };
  }
  return { states: visited.size, runs };
}

async function follow(
  world: World,
  schedule: readonly string[],
  visited: Set<string>,
  open: (readonly string[])[],
): Promise<Explored["violation"]> {
  const running = Object.entries(world.processes).map(([name, run]) => start(name, run));
  const steps: string[] = [];
  for (;;) {
    // A step is complete by then, because a process waits for nothing but a gate.
    await setImmediate();
    const what = world.violation();
    if (what !== undefined) return { what, steps };
    if (steps.length >= schedule.length) {
      const key = keyOf([world.state(), running.map(({ isDead, seen }) => [isDead, seen])]);
      if (visited.has(key)) return undefined;
      visited.add(key);
    }
    const choices = choicesOf(running, world.mortal ?? []);
    const [first, ...others] = choices;
    if (first === undefined) return undefined;
    const next = schedule[steps.length] ?? first;
    if (steps.length >= schedule.length) for (const other of others) open.push([...steps, other]);
    steps.push(next);
    take(running, next);
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

function start(name: string, run: (gate: Gate) => Promise<unknown>): Running {
  const process: Running = { name, isDead: false, seen: [] };
  async function step<Result>(
    label: string,
    act: () => Promise<Result> | Result,
    seen: (result: Result) => unknown = (result) => result,
  ): Promise<Result> {
    await new Promise<void>((resolve) => (process.proceed = resolve));
    if (process.isDead) return killed;
    try {
      const result = await act();
      process.seen.push(`${label} ${JSON.stringify(seen(result)) ?? ""}`);
      return result;
    } catch (error) {
      process.seen.push(`${label} threw`);
      throw error;
    }
  }
  const forget = (but: string): void => void (process.seen = [but]);
  run(Object.assign(step, { forget })).then(
    () => process.seen.push("ended"),
    (error: unknown) => process.seen.push(`failed ${String(error)}`),
  );
  return process;
}

function choicesOf(running: readonly Running[], mortal: readonly string[]): readonly string[] {
  const waiting = running.filter(({ proceed }) => proceed !== undefined);
  const steps = waiting.map(({ name }) => name);
  return [...steps, ...steps.filter((name) => mortal.includes(name)).map((name) => `kill ${name}`)];
}

function take(running: readonly Running[], choice: string): void {
  const name = choice.replace(/^kill /, "");
  const process = running.find((each) => each.name === name);
  const proceed = process?.proceed;
  if (!process || !proceed) throw new Error(`${choice} cannot happen now`);
  process.proceed = undefined;
  process.isDead = choice !== name;
  proceed();
}
