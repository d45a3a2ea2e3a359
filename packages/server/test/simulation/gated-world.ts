import { setImmediate } from "node:timers/promises";
import type { World } from "./explore.ts";

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

export interface Gated {
  /** Processes that run at the same time. Each waits for its turn at each gate. */
  readonly processes: Readonly<Record<string, (gate: Gate) => Promise<unknown>>>;
  /** The shared state that decides what can still happen, besides what each process has seen. */
  state(): unknown;
  /** The violations so far. */
  violation(): string | undefined;
  /** The processes that may be killed, each at any of its steps. */
  readonly mortal?: readonly string[];
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

/** A world in which one process after the other takes a step, in any order. */
export function gatedWorld({ processes, state, violation, mortal = [] }: Gated): World {
  const running = Object.entries(processes).map(([name, run]) => start(name, run));
  return {
    choices: () => choicesOf(running, mortal),
    take: (choice) => take(running, choice),
    // A step is complete by then, because a process waits for nothing but a gate.
    settle: () => setImmediate(),
    state: () => [state(), running.map(({ isDead, seen }) => [isDead, seen])],
    violation,
  };
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
