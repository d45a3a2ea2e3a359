import type { RetryOptions } from "./options.ts";
import type { FailedResult, PlainResult } from "./result.ts";

/** How a call may be repeated. */
export interface Repeat {
  /** Whether the call may be sent again after its last attempt. */
  isSafe(): boolean;
  /** Whether a result determines the outcome of all attempts. */
  isConclusive(attemptResult: PlainResult): boolean;
}

/**
 * Repeats a call after transient failures, with growing pauses, if that is safe. An attempt without
 * a response may have had effects, and a refused retry does not disprove that: unless the last
 * result `isConclusive` for all attempts, their outcome stays unknown.
 */
export async function withRetry(
  attempt: (attemptNumber: number) => Promise<PlainResult>,
  repeat: Repeat,
  options: RetryOptions,
  signal: AbortSignal | undefined,
): Promise<PlainResult> {
  const { retries = 3, minDelayMs = 250, maxDelayMs = 5_000 } = options;
  let unknown: FailedResult | undefined;
  for (let attemptNumber = 1; ; attemptNumber += 1) {
    const last = await attempt(attemptNumber);
    if (!last.ok && last.failure.code === "outcome_unknown") unknown = last;
    const settled = unknown && !last.ok && !repeat.isConclusive(last) ? stillUnknown(unknown, last) : last;
    const isLast = attemptNumber > retries || signal?.aborted === true;
    if (isLast || !isTransientFailure(last, maxDelayMs) || !repeat.isSafe()) return settled;
    // The server's own wait wins over our back-off: random, so that clients do not return together.
    const backOffMs = Math.min(minDelayMs * 2 ** (attemptNumber - 1) * (1 + Math.random()), maxDelayMs);
    await pauseBeforeRetry(Math.max(retryWaitOf(last) ?? 0, backOffMs), signal);
    if (signal?.aborted) return settled;
  }
}

/** Keeps the server's last failure beside the unknown outcome. */
function stillUnknown({ failure }: FailedResult, last: FailedResult): PlainResult {
  if (last.failure.code === failure.code) return last;
  const { code: lastCode, message: lastMessage } = last.failure;
  return { ok: false, failure: { ...failure, details: { ...failure.details, lastCode, lastMessage } } };
}

/** Whether a later attempt with the same key may succeed, within the wait that we allow. */
function isTransientFailure(attemptResult: PlainResult, maxDelayMs: number): boolean {
  return (
    !attemptResult.ok &&
    attemptResult.failure.retry !== "never" &&
    (retryWaitOf(attemptResult) ?? 0) <= maxDelayMs
  );
}

/** Milliseconds that the server asks to wait. */
function retryWaitOf(attemptResult: PlainResult): number | undefined {
  const wait = attemptResult.ok ? undefined : attemptResult.failure.details?.["retryAfterMs"];
  return typeof wait === "number" ? wait : undefined;
}

/** Waits before the next attempt; ends early if the call is cancelled. */
function pauseBeforeRetry(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      // Stryker disable next-line StringLiteral: only frees memory
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
}
