/** Settles with `ask`, or rejects after `ms` milliseconds; `ask` is told through its signal. */
export async function within<T>(ms: number, ask: (signal: AbortSignal) => Promise<T> | T): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      controller.abort();
      reject(new Error("too late"));
    }, ms);
  });
  try {
    return await Promise.race([ask(controller.signal), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
