import type { Json, JsonObject } from "@proviso/manifest";
import type { Pause, PauseScope } from "../api/approval-desk.ts";
import type { Clock, Store } from "../api/ports.ts";
import { isJsonObject } from "../canonical/canonical-copy.ts";
import { isStopped, type StoppedCall } from "./pause-scope.ts";

/** Every pause, newest number last. */
export interface PauseList {
  readonly last: number;
  readonly pauses: readonly Pause[];
}

/** The switch with which an operator stops calls. It is one value in the store. */
export interface Pauses {
  /** As it is in the store now. Throws if it cannot be read. */
  read(): Promise<PauseList>;
  /** At most `mostAgeMs` old, so that not every call reads the store. */
  recent(): Promise<PauseList> | PauseList;
  pause(scope: PauseScope, by: string, reason: string | undefined): Promise<Pause>;
  /** False if it was not paused. */
  resume(scope: PauseScope): Promise<boolean>;
}

/** How long a read counts. A paused tool stops within this time in every process. */
export const mostAgeMs = 2000;
/** After this it is read again while calls go on. */
const refreshMs = 1000;

const storeKey = "paused";
const never = new Date(8_640_000_000_000_000);
/** Longer than any approval can live. */
const keptMs = 30 * 24 * 60 * 60_000;
const attempts = 20;
const nothing: PauseList = { last: 0, pauses: [] };

export function pausesIn(store: Store, clock: Clock): Pauses {
  let known: { readonly list: PauseList; readonly at: number } | undefined;
  let reading: Promise<PauseList> | undefined;

  async function read(): Promise<PauseList> {
    const at = performance.now();
    const list = readList((await store.get(storeKey))?.value);
    known = { list, at };
    return list;
  }

  /** A read that began before this call, and took long, may not know of a pause that a call has to heed. */
  async function readNow(): Promise<PauseList> {
    const list = await readOnce();
    return known && performance.now() - known.at < mostAgeMs ? list : readOnce();
  }

  /** Calls that come meanwhile share one read. */
  function readOnce(): Promise<PauseList> {
    reading ??= read().finally(() => (reading = undefined));
    return reading;
  }

  async function change<Result>(
    make: (list: PauseList, now: number) => { readonly list: PauseList; readonly result: Result },
  ): Promise<Result> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const stored = await store.get(storeKey);
      const { list, result } = make(readList(stored?.value), clock.now().getTime());
      const value = list as unknown as JsonObject;
      const isWritten = stored
        ? await store.replace(storeKey, stored.revision, value, never)
        : await store.insert(storeKey, value, never);
      if (!isWritten) continue;
      known = undefined;
      return result;
    }
    throw new Error("what is paused is changed faster than it can be written");
  }

  return {
    read,
    recent() {
      const age = known ? performance.now() - known.at : Infinity;
      if (!known || age >= mostAgeMs) return readNow();
      if (age >= refreshMs) readOnce().catch(() => {});
      return known.list;
    },
    pause: (scope, by, reason) =>
      change(({ last, pauses }, now) => {
        const pause = { scope, number: last + 1, since: now, by, ...(reason !== undefined && { reason }) };
        const others = pauses.filter((each) => each.scope !== scope && !isOver(each, now));
        return { list: { last: pause.number, pauses: [...others, pause] }, result: pause };
      }),
    resume: (scope) =>
      change(({ last, pauses }, now) => {
        const wasPaused = pauses.some((each) => each.scope === scope && each.resumed === undefined);
        const resumed = pauses.map((each) =>
          each.scope === scope && each.resumed === undefined ? { ...each, resumed: now } : each,
        );
        return { list: { last, pauses: resumed }, result: wasPaused };
      }),
  };
}

function isOver({ resumed }: Pause, now: number): boolean {
  return resumed !== undefined && now > resumed + keptMs;
}

/** The pause that stops a call now. */
export function pauseOf({ pauses }: PauseList, call: StoppedCall): Pause | undefined {
  return pauses.find(({ scope, resumed }) => resumed === undefined && isStopped(scope, call));
}

/** The number of the last pause that stopped calls like this one, resumed or not; 0 if there was none. */
export function lastPauseOf({ pauses }: PauseList, call: StoppedCall): number {
  return Math.max(0, ...pauses.filter(({ scope }) => isStopped(scope, call)).map(({ number }) => number));
}

/** Throws for a value that this version does not understand: then every call is refused. */
function readList(value: Json | undefined): PauseList {
  if (value === undefined) return nothing;
  const { last, pauses } = isJsonObject(value) ? value : {};
  if (typeof last !== "number" || !Array.isArray(pauses) || !pauses.every(isPause))
    throw new TypeError("what is paused cannot be read: it was written by another version");
  return value as unknown as PauseList;
}

function isPause(value: Json): boolean {
  return isJsonObject(value) && typeof value["scope"] === "string" && typeof value["number"] === "number";
}
