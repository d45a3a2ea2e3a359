import pRetry from "p-retry";
import type { RetryOptions } from "./options.ts";
import type { FailedResult, PlainResult } from "./result.ts";

/** Carries a result through p-retry, which knows only exceptions. */
class Transient extends Error {
  override readonly name = "Transient";
  readonly result: PlainResult;

  constructor(result: PlainResult) {
    super("transient failure");
    this.result = result;
  }
}

/** What is known of a call about repeating it. */
export interface Repeat {
  /** Whether the call may be sent again after its last attempt. */
  isSafe(): boolean;
  /** Whether a result says what came of all attempts. */
  isConclusive(result: PlainResult): boolean;
}

/**
 * Calls until the result is not a transient failure, with growing pauses, as long as it is safe to repeat. An attempt without an answer may have had its effects, and a repetition that is refused says nothing of it: unless the last result
 * `isConclusive` what came of all attempts, their outcome stays unknown.
 */
export async function withRetry(
  attempt: (number: number) => Promise<PlainResult>,
  repeat: Repeat,
  options: RetryOptions,
  signal: AbortSignal | undefined,
): Promise<PlainResult> {
  let unknown: FailedResult | undefined;
  const result = await untilSettled(
    async (number) => {
      const each = await attempt(number);
      if (!each.ok && each.failure.code === "outcome_unknown") unknown = each;
      return each;
    },
    repeat,
    options,
    signal,
  );
  return unknown && !result.ok && !repeat.isConclusive(result) ? stillUnknown(unknown, result) : result;
}

/** What the server said at last is kept beside what nobody knows. */
function stillUnknown({ failure }: FailedResult, last: FailedResult): PlainResult {
  if (last.failure.code === failure.code) return last;
  const { code: lastCode, message: lastMessage } = last.failure;
  return { ok: false, failure: { ...failure, details: { ...failure.details, lastCode, lastMessage } } };
}

async function untilSettled(
  attempt: (number: number) => Promise<PlainResult>,
  repeat: Repeat,
  options: RetryOptions,
  signal: AbortSignal | undefined,
): Promise<PlainResult> {
  const { retries = 3, minDelayMs = 250, maxDelayMs = 5_000 } = options;
  let last: PlainResult | undefined;
  try {
    return await pRetry(
      async (number) => {
        last = await attempt(number);
        if (isTransient(last, maxDelayMs) && repeat.isSafe()) throw new Transient(last);
        return last;
      },
      {
        retries,
        minTimeout: minDelayMs,
        maxTimeout: maxDelayMs,
        randomize: minDelayMs > 0,
        ...(signal ? { signal } : {}),
        // The server knows better than our back-off how long it will not answer.
        async onFailedAttempt({ error, retriesLeft, retryDelay }) {
          const asked = error instanceof Transient ? (waitOf(error.result) ?? 0) : 0;
          if (retriesLeft > 0 && asked > retryDelay) await pause(asked - retryDelay, signal);
        },
      },
    );
  } catch (error) {
    if (error instanceof Transient) return error.result;
    // Aborted between two attempts: the last result stands.
    if (last && signal?.aborted) return last;
    throw error;
  }
}

/** A failure that a later attempt under the same key may not meet, unless it asks for a longer wait than ours. */
function isTransient(result: PlainResult, maxDelayMs: number): boolean {
  return !result.ok && result.failure.retry !== "never" && (waitOf(result) ?? 0) <= maxDelayMs;
}

/** Milliseconds that the server asks to wait. */
function waitOf(result: PlainResult): number | undefined {
  const wait = result.ok ? undefined : result.failure.details?.["retryAfterMs"];
  return typeof wait === "number" ? wait : undefined;
}

/** Ends early when the call is cancelled. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
}
