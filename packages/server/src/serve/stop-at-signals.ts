const signals = ["SIGINT", "SIGTERM"] as const;

/**
 * Stops at the first SIGINT or SIGTERM. A second one ends the process at once, as without this. The
 * returned function listens no more.
 */
export function stopAtSignals(stop: () => void): () => void {
  const end = (): void => {
    for (const signal of signals) process.off(signal, stopOnce);
  };
  const stopOnce = (): void => {
    end();
    stop();
  };
  for (const signal of signals) process.on(signal, stopOnce);
  return end;
}
