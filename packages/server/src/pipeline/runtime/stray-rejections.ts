import { AsyncLocalStorage } from "node:async_hooks";

/** Receives the reason of a promise that was rejected and that nobody awaits. */
export type OnStray = (reason: unknown) => void;

const listeners = new AsyncLocalStorage<OnStray>();
let watchers = 0;

/** Whether this process attributes stray rejections to calls; otherwise Node.js ends it. */
export function areStraysWatched(): boolean {
  return watchers > 0;
}

/** Runs host code. While strays are watched, `onStray` gets those of its promises. */
export function withStrays<Result>(onStray: OnStray, run: () => Result): Result {
  return watchers > 0 ? listeners.run(onStray, run) : run();
}

/**
 * Attributes stray rejections to the calls in whose asynchronous context they occur. Those of other
 * code end the process, unless the host listens. Returns how to stop it.
 */
export function watchStrays(): () => void {
  if (watchers++ === 0) process.on("unhandledRejection", attribute);
  let isWatching = true;
  return () => {
    if (isWatching && --watchers === 0) process.off("unhandledRejection", attribute);
    isWatching = false;
  };
}

function attribute(reason: unknown): void {
  const onStray = listeners.getStore();
  if (onStray) return onStray(reason);
  if (process.listenerCount("unhandledRejection") === 1) throw reason;
}
