import pRetry from "p-retry";
import type { RetryOptions } from "./options.ts";
import type { PlainResult } from "./result.ts";

/** Carries a result through p-retry, which knows only exceptions. */
class Transient extends Error {
  override readonly name = "Transient";
  readonly result: PlainResult;

  constructor(result: PlainResult) {
    super("transient failure");
    this.result = result;
  }
}

/** Calls until the result is not a transient failure, with growing pauses. Only for calls that are safe to repeat. */
export async function withRetry(
  attempt: (number: number) => Promise<PlainResult>,
  options: RetryOptions,
  signal: AbortSignal | undefined,
): Promise<PlainResult> {
  const { retries = 3, minDelayMs = 250, maxDelayMs = 5_000 } = options;
  let last: PlainResult | undefined;
  try {
    return await pRetry(
      async (number) => {
        last = await attempt(number);
        if (isTransient(last, maxDelayMs)) throw new Transient(last);
        return last;
      },
      {
        retries,
        minTimeout: minDelayMs,
        maxTimeout: maxDelayMs,
        randomize: minDelayMs > 0,
        ...(signal ? { signal } : {}),
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
  if (result.ok) return false;
  const { retry, details } = result.failure;
  const wait = details?.["retryAfterMs"];
  if (typeof wait === "number" && wait > maxDelayMs) return false;
  return retry !== "never";
}
