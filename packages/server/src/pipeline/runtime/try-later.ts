/** Waits by the global timer, which simulated time replaces. Keeps no process alive. */
function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref());
}

/** Milliseconds: the pauses double from the first to the longest. */
const [firstPauseMs, maxPauseMs, freeWithinMs] = [500, 10_000, 10 * 60_000];

/** Tries again in the background what a store that failed could not do. Never rejects. */
export async function tryLater(act: () => Promise<unknown>): Promise<void> {
  let pauseMs = firstPauseMs;
  // Stryker disable next-line EqualityOperator, AssignmentOperator: only how long it tries
  for (let waited = 0; waited < freeWithinMs; waited += pauseMs) {
    await pauseFor(pauseMs);
    // Stryker disable next-line ArithmeticOperator, MethodExpression: only how often it tries
    pauseMs = Math.min(2 * pauseMs, maxPauseMs);
    try {
      await act();
      return;
    } catch {
      // Tried again.
    }
  }
}
