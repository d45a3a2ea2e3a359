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
  close(): void;
}

/** At most so many calls, and so many milliseconds. */
export function budgetOf(calls: number, timeMs: number): Budget {
  const controller = new AbortController();
  let spent = 0;
  let ended: VerifyReport["ended"] | undefined;
  const end = (why: VerifyReport["ended"]): void => {
    ended ??= why;
    controller.abort();
  };
  const timer = setTimeout(() => end("time"), timeMs);
  return {
    get spent() {
      return spent;
    },
    get ended() {
      return ended;
    },
    signal: controller.signal,
    take(count) {
      if (ended === undefined && spent + count > calls) end("calls");
      if (ended !== undefined) return false;
      spent += count;
      return true;
    },
    end,
    close: () => clearTimeout(timer),
  };
}
