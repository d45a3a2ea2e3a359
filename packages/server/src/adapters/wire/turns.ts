/** Milliseconds between two turns, for other work. */
const pauseMs = 10;

/**
 * Spaces out work that blocks the event loop, so that other work runs in between. A turn is never held: the next one comes after
 * a pause, whether or not the work of this one has ended.
 */
export function turns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    const mine = last;
    last = mine.then(pause);
    return mine;
  };
}

async function pause(): Promise<void> {
  // The pause begins when the event loop is free again.
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
}
