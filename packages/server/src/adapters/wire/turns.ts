/** Milliseconds between two turns, for other work. */
const turnPauseMs = 10;

/**
 * Spaces out work that blocks the event loop, so that other work runs in between. The next turn
 * starts after a pause, whether or not the work has ended.
 */
export function turns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    const mine = last;
    last = mine.then(pauseForTurn);
    return mine;
  };
}

async function pauseForTurn(): Promise<void> {
  // The pause begins when the event loop is free.
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setTimeout(resolve, turnPauseMs));
}
