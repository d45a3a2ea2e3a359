import type { Observer } from "../api/observer.ts";

let observer: Observer | undefined;

/** From now on, servers that are created are observed. Only `@proviso/server/inspector` calls this. */
export function observeServers(next: Observer): void {
  observer = next;
}

/** Undefined in every process that `proviso dev` did not start. */
export function currentObserver(): Observer | undefined {
  return observer;
}
