import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/** What the code of a simulated process reaches besides its ports. */
export interface Platform {
  /** Milliseconds, monotonic. */
  now(): number;
  random(): number;
  /** Returns a function that stops the timer. */
  startTimer(fire: () => void, ms: number, repeats: boolean): () => void;
  /** Runs later in the same turn. */
  soon(run: () => void): void;
}

let active: Platform | undefined;

/** Runs code as a process: its timers, random numbers and clock are those of the simulation, until the next process runs. */
export function runAs<Result>(platform: Platform | undefined, run: () => Result): Result {
  active = platform;
  return run();
}

interface TimerHandle {
  readonly stop: () => void;
  ref(): TimerHandle;
  unref(): TimerHandle;
}

type Start = (fire: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => unknown;

/**
 * Replaces the timers, the monotonic clock and the random numbers of this thread by those of the running process. Code outside of
 * the simulation keeps the real ones.
 */
export async function simulated<Result>(run: () => Promise<Result>): Promise<Result> {
  const { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval } = globalThis;
  const { now } = performance;
  const { randomBytes, randomUUID } = crypto;
  const start =
    (real: Start, repeats: boolean): Start =>
    (fire, ms = 0, ...given) =>
      active ? handleOf(active.startTimer(() => fire(...given), ms, repeats)) : real(fire, ms, ...given);
  const stop = (real: (timer: never) => void) => (timer: unknown) =>
    isHandle(timer) ? timer.stop() : real(timer as never);
  Object.assign(globalThis, {
    setTimeout: start(setTimeout as Start, false),
    setInterval: start(setInterval as Start, true),
    setImmediate: (task: () => void) => (active ? active.soon(task) : setImmediate(task)),
    clearTimeout: stop(clearTimeout),
    clearInterval: stop(clearInterval),
  });
  performance.now = () => active?.now() ?? now.call(performance);
  Object.assign(crypto, {
    randomBytes: (size: number) => (active ? bytesOf(size, active) : randomBytes(size)),
    randomUUID: () => (active ? bytesOf(16, active).toString("hex") : randomUUID()),
  });
  syncBuiltinESMExports();
  try {
    return await run();
  } finally {
    active = undefined;
    Object.assign(globalThis, { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval });
    performance.now = now;
    Object.assign(crypto, { randomBytes, randomUUID });
    syncBuiltinESMExports();
  }
}

function handleOf(stop: () => void): TimerHandle {
  const handle: TimerHandle = { stop, ref: () => handle, unref: () => handle };
  return handle;
}

function isHandle(timer: unknown): timer is TimerHandle {
  return typeof timer === "object" && timer !== null && Object.hasOwn(timer, "stop");
}

function bytesOf(size: number, { random }: Platform): Buffer {
  return Buffer.from(Array.from({ length: size }, () => Math.floor(random() * 256)));
}
