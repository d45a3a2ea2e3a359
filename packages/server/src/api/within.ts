/** What to call at the end of a promise that must settle in time. */
export interface InTime<T> {
  done(value: T): void;
  /** Called with an error, or if the promise is too late. */
  failed(error: unknown): void;
  /** Called if it was fulfilled, but too late. */
  readonly late?: ((value: T) => void) | undefined;
}

/** Waits `ms` milliseconds for `asked`, without a promise of its own. */
export function callInTime<T>(ms: number, asked: Promise<T>, { done, failed, late }: InTime<T>): void {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    failed(new Error("too late"));
  }, ms);
  const inTimeOr =
    <Ending>(tell: (ending: Ending) => void, tellLate?: (ending: Ending) => void) =>
    (ending: Ending): void => {
      clearTimeout(timer);
      (isLate ? tellLate : tell)?.(ending);
    };
  asked.then(inTimeOr(done, late), inTimeOr(failed));
}

/** Settles with `asked`, or rejects after `ms` milliseconds. */
export function inTime<T>(ms: number, asked: Promise<T>): Promise<T> {
  return new Promise((done, failed) => callInTime(ms, asked, { done, failed }));
}

/** Settles as `ask` does, or rejects after `ms` milliseconds and aborts its signal. */
export async function within<T>(ms: number, ask: (signal: AbortSignal) => Promise<T> | T): Promise<T> {
  const controller = new AbortController();
  const asked = async (): Promise<T> => ask(controller.signal);
  try {
    return await inTime(ms, asked());
  } catch (error) {
    controller.abort();
    throw error;
  }
}
