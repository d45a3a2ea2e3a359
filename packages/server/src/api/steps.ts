import type { ToolContext } from "./handler.ts";

/**
 * Runs a step of a handler, once: `const { id } = await context.step("charge", { amount }, (key) => pay(amount, key))`. `key` is the
 * same whenever this call is made again: hand it to whatever has idempotency keys. Where a call is made again with its key, a
 * finished step returns the result of the first time, as JSON; a step of which nobody knows whether it has acted is looked up with
 * the contract's `reconcile`, and else ends the call as `outcome_unknown`. Rejects with what `run` throws.
 */
export type RunStep = <Result>(
  /** One lower-case name, once in a call. */
  name: string,
  /** What the step depends on: a JSON object of at most 64 KiB. It must be the same when the call is made again. */
  input: object,
  run: (key: string) => Promise<Result> | Result,
) => Promise<Result>;

const mark = "provisoInSteps";

/**
 * Says that all effects of a handler happen in its steps, and that it takes the same steps for the same input and results. The same
 * call made again then continues after the last finished step instead of ending as `outcome_unknown`.
 */
export function inSteps<Given extends (input: never, context: ToolContext<never, never>) => unknown>(
  handler: Given,
): Given {
  const marked: unknown = Object.assign(handler.bind(undefined), { [mark]: true });
  return marked as Given;
}

export function isInSteps(handler: unknown): boolean {
  return typeof handler === "function" && mark in handler;
}

/** A step as an engine runs it. The result is sealed text. */
export type RunEngineStep = (name: string, run: () => Promise<string>) => Promise<string>;

/**
 * An engine that runs handlers made of steps, such as `dbos({ … })` of `@proviso/dbos`. It is used for calls with an idempotency
 * key. The gate, approvals, the audit, time limits and the records of steps stay with the server, so an engine that runs a step
 * twice runs nothing twice.
 */
export interface Durable {
  /** Milliseconds after which a call is answered with `in_progress` while it goes on. Absent: it is answered when it has ended. */
  readonly answerMs?: number;
  /**
   * Begins this work in this process, or continues it here: the process that had begun it no longer holds the call. A work that
   * has its result does not run again. Resolves when that is certain to happen.
   */
  start(id: string, run: (step: RunEngineStep) => Promise<string>): Promise<void>;
  /** The result of the work when it has ended. Rejects if it failed or was cancelled. */
  result(id: string): Promise<string>;
  /** How far it is, with the names of its finished steps. Undefined: the engine does not know it. */
  status(id: string): Promise<DurableStatus | undefined>;
  /** Stops the work before its next step. */
  cancel(id: string): Promise<void>;
  close(): Promise<void>;
}

export interface DurableStatus {
  readonly state: "running" | "completed" | "failed" | "cancelled";
  readonly done: readonly string[];
}
