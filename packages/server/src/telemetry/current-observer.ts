import type { Observer } from "../api/observer.ts";

/** One for the process: a program may load another copy of this package than the inspector, such as its sources. */
const key = Symbol.for("@proviso/server observer 1");
const holder: typeof globalThis & { [key]?: Observer } = globalThis;

/** From now on, servers that are created are observed. Only `@proviso/server/inspector` calls this. */
export function observeServers(next: Observer): void {
  holder[key] = next;
}

/** Undefined in every process that `proviso dev` did not start. */
export function currentObserver(): Observer | undefined {
  return holder[key];
}
