import { hash } from "node:crypto";
import { setImmediate as realTurn } from "node:timers/promises";
import { seeded } from "../soak/soak-client.ts";
import { runAs, type Platform } from "./platform.ts";

/**
 * What can happen to an operation: it is done and answered; done and answered later; not done, with an error; done, with an error;
 * with an error, and done later.
 */
export type Fate = "go" | "slow" | "fail" | "lose" | "late";
export type ChoiceKind =
  | Fate
  | "answer"
  | "land"
  | "timer"
  | "time"
  | "kill"
  | "restart"
  | "start"
  | "skew"
  | "twice"
  | "decline";

export interface Choice {
  readonly kind: ChoiceKind;
  /** Unique in its history up to here. */
  readonly label: string;
  /** What other processes cannot notice. */
  readonly isOwn?: boolean;
  /** The process that goes on. */
  readonly owner?: string;
  take(): void;
}

export interface Process extends Platform {
  readonly name: string;
  /** Hash of everything that it was told, which decides what it does next. */
  seen: string;
  /** How many operations and timers it has begun. */
  count: number;
  isDead: boolean;
}

interface Timer {
  readonly process: Process;
  readonly number: number;
  dueAt: number;
  readonly everyMs: number | undefined;
  readonly fire: () => void;
}

/** An operation that a process waits for. */
export interface Operation<Result> {
  readonly label: string;
  readonly act: () => Result | Promise<Result>;
  /** What can happen to it, besides being done. */
  readonly fates: readonly Exclude<Fate, "go">[];
  readonly isOwn?: boolean;
  /** Other ends, such as an error that the contract declares. */
  readonly others?: Partial<Record<"twice" | "decline", () => Result | Promise<Result>>>;
}

interface Waiting extends Operation<unknown> {
  readonly process: Process;
  readonly number: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Set once it is done, and its answer is still under way. */
  done?: Promise<unknown>;
}

export type Scheduler = ReturnType<typeof scheduler>;

/** Time, and everything that processes wait for. Nothing happens unless a choice is taken. */
export function scheduler(seed: number) {
  let now = 0;
  let waiting: Waiting[] = [];
  const timers = new Set<Timer>();
  /** Writes of which their process was told that they failed, or whose process has died. */
  let landing: Waiting[] = [];
  let loading: readonly Promise<unknown>[] = [];
  const soon: (readonly [Process, () => void])[] = [];

  function process(name: string): Process {
    const made: Process = {
      name,
      seen: name,
      count: 0,
      isDead: false,
      now: () => now,
      random: seeded(seed ^ Number.parseInt(hash("sha256", name).slice(0, 7), 16)),
      soon: (run) => void soon.push([made, run]),
      startTimer(fire, ms, repeats) {
        const everyMs = repeats ? ms : undefined;
        const timer = { process: made, number: ++made.count, dueAt: now + ms, everyMs, fire };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    };
    return made;
  }

  /** The promise of an operation settles when a choice has decided its fate. That of a dead process never settles. */
  function port<Result>(owner: Process, operation: Operation<Result>): Promise<Result> {
    if (owner.isDead) return new Promise(() => {});
    return new Promise<Result>((resolve, reject) => {
      const settle = (result: unknown): void => resolve(result as Result);
      waiting.push({ ...operation, process: owner, number: ++owner.count, resolve: settle, reject });
    });
  }

  function told(operation: Waiting, how: string, settle: () => void): void {
    const { process: owner, label } = operation;
    if (owner.isDead) return;
    see(owner, `${label} ${how} at ${now}`);
    runAs(owner, settle);
  }

  function tell(operation: Waiting, how: string, result: Promise<unknown>): void {
    void result.then(
      (value) => told(operation, `${how} ${JSON.stringify(value)}`, () => operation.resolve(value)),
      (error: unknown) => told(operation, `${how} ${String(error)}`, () => operation.reject(error)),
    );
  }

  function decide(operation: Waiting, fate: Fate | "twice" | "decline"): void {
    waiting = waiting.filter((each) => each !== operation);
    const { label, act, others } = operation;
    const run = async (): Promise<unknown> => act();
    if (fate === "go") tell(operation, fate, run());
    else if (fate === "slow") {
      operation.done = run();
      operation.done.catch(() => {});
      waiting.push(operation);
    } else if (fate === "twice" || fate === "decline") {
      tell(operation, fate, (async () => others?.[fate]?.())());
    } else {
      if (fate === "lose") void run().catch(() => {});
      if (fate === "late") landing.push(operation);
      tell(operation, fate, Promise.reject(new Error(`simulated: no answer to ${label}`)));
    }
  }

  function ring(timer: Timer): void {
    if (timer.everyMs === undefined) timers.delete(timer);
    else timer.dueAt += Math.max(timer.everyMs, 1) * Math.ceil((now - timer.dueAt + 1) / timer.everyMs);
    see(timer.process, `timer ${timer.number} at ${now}`);
    runAs(timer.process, timer.fire);
  }

  function kill(victim: Process, inFlight: boolean): void {
    victim.isDead = true;
    const lost = waiting.filter((each) => each.process === victim);
    waiting = waiting.filter((each) => each.process !== victim);
    if (inFlight) landing.push(...lost.filter(({ done, fates }) => !done && fates.includes("late")));
    for (const timer of timers) if (timer.process === victim) timers.delete(timer);
  }

  function operationChoices(operation: Waiting): readonly Choice[] {
    const { process: owner, label, number, fates, isOwn, others = {}, done } = operation;
    const choice = (kind: ChoiceKind, take: () => void): Choice => ({
      kind,
      label: `${owner.name}: ${label} #${number} ${kind}`,
      owner: owner.name,
      take,
      ...(isOwn && { isOwn }),
    });
    if (done)
      return [
        choice("answer", () => {
          waiting = waiting.filter((each) => each !== operation);
          tell(operation, "answer", done);
        }),
      ];
    const all = ["go", ...fates, ...(Object.keys(others) as (keyof typeof others)[])] as const;
    return all.map((fate) => choice(fate, () => decide(operation, fate)));
  }

  function dueTimers(): readonly Timer[] {
    return [...timers].filter(({ dueAt }) => dueAt <= now);
  }

  /** Moves time to when the next timer is due, or by `ms`; timers that are due then are choices. */
  function pass(ms?: number): void {
    const next = Math.min(...[...timers].map(({ dueAt }) => dueAt).filter((dueAt) => dueAt > now));
    now = ms === undefined ? next : now + ms;
  }

  return {
    process,
    port,
    kill,
    /** A process loads modules, in real time. */
    load: (loaded: Promise<unknown>) => void (loading = [...loading, loaded]),
    pass,
    now: () => now,
    hasTime: () => [...timers].some(({ dueAt }) => dueAt > now),
    isIdle: () => waiting.length === 0 && landing.length === 0,
    choices: (): readonly Choice[] => [
      ...waiting.flatMap(operationChoices),
      ...landing.map((operation): Choice => ({
        kind: "land",
        label: `${operation.process.name}: ${operation.label} #${operation.number} land`,
        take() {
          landing = landing.filter((each) => each !== operation);
          void (async () => operation.act())().catch(() => {});
        },
      })),
      ...dueTimers().map((timer): Choice => ({
        kind: "timer",
        label: `${timer.process.name}: timer #${timer.number}`,
        owner: timer.process.name,
        take: () => ring(timer),
      })),
    ],
    state: (): unknown => [
      now,
      waiting.map(({ label, done, process: { name } }) => `${name} ${label} ${Boolean(done)}`).toSorted(),
      landing.map(({ label }) => label).toSorted(),
    ],
    /** Until every process waits for a choice. */
    async settle(): Promise<void> {
      await Promise.all(loading);
      loading = [];
      do {
        await realTurn();

        for (const [owner, run] of soon.splice(0)) if (!owner.isDead) runAs(owner, run);
      } while (soon.length > 0);
      await realTurn();
      if (soon.length > 0) return this.settle();
      runAs(undefined, () => {});
    },
  };
}

function see(process: Process, what: string): void {
  process.seen = hash("sha256", `${process.seen} ${what}`);
}
