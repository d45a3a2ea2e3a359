/** Programs at once, each of which is a thread: of one caller, and of all callers of this process. */
const mostOfCaller = 2;
const mostOfAll = 8;

const running: string[] = [];
const waiting = new Set<() => void>();

/** Runs when fewer programs run than may at once, or when the signal aborts: a program that is aborted starts no thread. */
export async function inTurn<Value>(
  caller: string,
  signal: AbortSignal,
  run: () => Promise<Value>,
): Promise<Value> {
  const own = (): number => running.filter((each) => each === caller).length;
  while (!signal.aborted && (running.length >= mostOfAll || own() >= mostOfCaller)) {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.add(resolve);
    signal.addEventListener("abort", () => resolve());
    await promise;
    waiting.delete(resolve);
  }
  running.push(caller);
  try {
    return await run();
  } finally {
    running.splice(running.indexOf(caller), 1);
    for (const wake of waiting) wake();
  }
}
