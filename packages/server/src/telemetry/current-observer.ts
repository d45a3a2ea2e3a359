import type { Observer } from "../api/observer.ts";

/** One a process: a program may load another copy of this package than the inspector. */
const key = Symbol.for("@proviso/server observer 1");
const holder: typeof globalThis & { [key]?: Observer } = globalThis;

/** Observes servers that are created from now on. For `@proviso/server/inspector` and the site's trials alone. */
export function observeServers(next: Observer): void {
  holder[key] = next;
}

/** Undefined in every process that `proviso dev` did not start. */
export function currentObserver(): Observer | undefined {
  return holder[key];
}
