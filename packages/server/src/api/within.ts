/** Settles with `asked`, or rejects after `ms` milliseconds, after calling `onLate`. */
export function inTime<T>(ms: number, asked: Promise<T>, onLate?: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      onLate?.();
      reject(new Error("too late"));
    }, ms);
    const inTimeWith =
      <Ending>(settle: (ending: Ending) => void) =>
      (ending: Ending): void => {
        clearTimeout(timer);
        settle(ending);
      };
    asked.then(inTimeWith(resolve), inTimeWith(reject));
  });
}

/** Settles with the result of `ask`, or rejects after `ms` milliseconds and aborts its signal. */
export function within<T>(ms: number, ask: (signal: AbortSignal) => Promise<T> | T): Promise<T> {
  const controller = new AbortController();
  const asked = async (): Promise<T> => ask(controller.signal);
  return inTime(ms, asked(), () => controller.abort());
}
