/** Programs at once, each of which is a thread: of one caller, and of all callers of this process. */
const mostOfCaller = 2;
const mostOfAll = 8;

const running: string[] = [];
const waiting: (() => void)[] = [];

/** Runs when fewer programs run than may at once, or when the signal aborts: a program that is aborted starts no thread. */
export async function inTurn<V>(caller: string, signal: AbortSignal, run: () => Promise<V>): Promise<V> {
  const own = (): number => running.filter((each) => each === caller).length;
  const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  while (!signal.aborted && (running.length >= mostOfAll || own() >= mostOfCaller))
    await Promise.race([aborted, new Promise<void>((resolve) => waiting.push(resolve))]);
  running.push(caller);
  try {
    return await run();
  } finally {
    running.splice(running.indexOf(caller), 1);
    for (const wake of waiting.splice(0)) wake();
  }
}
