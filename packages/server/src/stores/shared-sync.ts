/**
 * Makes writes durable by `sync`, once for all that wait at the same time. The returned function
 * resolves when a `sync` that began after its call has ended, and rejects if that one fails.
 */
export function sharedSync(sync: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  function begin(): Promise<void> {
    next = undefined;
    const begun = sync().finally(() => {
      if (running === begun) running = undefined;
    });
    running = begun;
    return begun;
  }

  return () => {
    if (!running) return begin();
    return (next ??= running.then(begin, begin));
  };
}
