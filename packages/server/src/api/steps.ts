/**
 * Runs a step of a handler, once. `key` is the same whenever the call is made again: hand it to whatever has idempotency keys. A
 * finished step returns its first result, as JSON. One that may have acted is looked up by the tool that the contract names for it, and
 * else ends the call as `outcome_unknown`. Rejects with what `run` throws.
 */
export type RunStep = <Result>(
  /** In lower case, once in a call. */
  name: string,
  /** What the step depends on: a JSON object of at most 64 KiB, the same when the call is made again. */
  input: object,
  run: (key: string) => Promise<Result> | Result,
) => Promise<Result>;

const mark = "provisoInSteps";

/**
 * Says that all effects of a handler happen in its steps, and that it takes the same steps for the same input and results. The same
 * call made again goes on after the last finished step.
 */
export function inSteps<Given extends (input: never, context: never) => unknown>(handler: Given): Given {
  const marked: unknown = Object.assign(handler.bind(undefined), { [mark]: true });
  return marked as Given;
}

export function isInSteps(handler: unknown): boolean {
  return typeof handler === "function" && mark in handler;
}

/** Runs a step in an engine. The result is sealed text. */
export type RunEngineStep = (name: string, run: () => Promise<string>) => Promise<string>;

/** An engine for handlers made of steps, such as `await dbos({ … })` of `@proviso/dbos`. It may run a step twice: nothing acts twice. */
export interface Durable {
  /** Milliseconds after which a call is answered with `in_progress` and goes on. Absent: it is answered when it has ended. */
  readonly answerMs?: number;
  /** Begins a work in this process, or continues it here, unless it has its result. The process that began it no longer holds it. */
  start(id: string, run: (step: RunEngineStep) => Promise<string>): Promise<void>;
  /** The result when the work has ended. Rejects if it failed or was cancelled. */
  result(id: string): Promise<string>;
  /** The names of the finished steps. Undefined: the engine does not know the work. */
  status(id: string): Promise<{ readonly done: readonly string[] } | undefined>;
  /** Stops a work before its next step. */
  cancel(id: string): Promise<void>;
  close(): Promise<void>;
}
