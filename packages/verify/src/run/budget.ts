import type { VerifyReport } from "../model.ts";

/** What a run may use, and why it has ended. */
export interface Budget {
  readonly spent: number;
  readonly ended: VerifyReport["ended"] | undefined;
  /** Aborted when the run ends early, so that no call is waited for. */
  readonly signal: AbortSignal;
  /** Counts calls that are about to be made. False if they may not be. */
  take(calls: number): boolean;
  end(why: VerifyReport["ended"]): void;
}

/** Does what may take at most so many calls and milliseconds, and may be interrupted. */
export async function withinBudget<Result>(
  limits: { readonly calls: number; readonly ms: number },
  onInterrupt: (stop: () => void) => () => void,
  work: (budget: Budget) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  let spent = 0;
  let ended: VerifyReport["ended"] | undefined;
  const end = (why: VerifyReport["ended"]): void => {
    ended ??= why;
    controller.abort();
  };
  const timer = setTimeout(() => end("time"), limits.ms);
  const stopListening = onInterrupt(() => end("interrupted"));
  try {
    return await work({
      get spent() {
        return spent;
      },
      get ended() {
        return ended;
      },
      signal: controller.signal,
      take(count) {
        if (ended === undefined && spent + count > limits.calls) end("calls");
        if (ended === undefined) spent += count;
        return ended === undefined;
      },
      end,
    });
  } finally {
    stopListening();
    clearTimeout(timer);
  }
}
