import type { VerifyReport } from "../model.ts";

export interface Budget {
  spent: number;
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
  const { signal } = controller;
  const budget: Budget = {
    spent: 0,
    signal,
    get ended() {
      return signal.reason as VerifyReport["ended"] | undefined;
    },
    take(count) {
      if (budget.spent + count > limits.calls) budget.end("calls");
      if (!signal.aborted) budget.spent += count;
      return !signal.aborted;
    },
    end: (why) => controller.abort(why),
  };
  const timer = setTimeout(() => budget.end("time"), limits.ms);
  const stopListening = onInterrupt(() => budget.end("interrupted"));
  return work(budget).finally(() => {
    stopListening();
    clearTimeout(timer);
  });
}
