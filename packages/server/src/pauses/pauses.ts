import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import type { ReadPauses } from "../api/approvals.ts";
import type { Pause, PauseList, PauseScope } from "../api/pauses.ts";
import type { AuditSink, Clock, Store } from "../api/ports.ts";
import type { ValueSeal } from "../seals/sealed-value.ts";
import { isStopped, type StoppedCall } from "./pause-scope.ts";

/** The switch with which an operator stops calls. It is one value in the store. */
export interface Pauses extends ReadPauses {
  /** The result identifies the pause in the trail; from then on a list without it is refused. */
  pause(scope: PauseScope, by: string, reason: string | undefined): Promise<string>;
  /** False if it was not paused. */
  resume(scope: PauseScope): Promise<boolean>;
}

/** How long a read counts. A paused tool stops within this time in every process. */
export const maxAgeMs = 2000;
/** After this it is read again while calls go on. */
const refreshMs = 1000;

const storeKey = "paused";
const never = new Date(8_640_000_000_000_000);
/** Longer than any approval can live. */
const keptMs = 30 * 24 * 60 * 60_000;
const attempts = 20;
const nothing: PauseList = { last: 0, pauses: [] };

/**
 * The list is sealed, and `endsOf` of the trail knows of later pauses: whoever writes the store
 * without our keys can remove the list or put an old one back, and every call is refused.
 */
export function pausesIn(
  store: Store,
  clock: Clock,
  seal: ValueSeal,
  audit: Pick<AuditSink, "endsOf">,
): Pauses {
  const { isOnRecord, readChecked } = pausesOnRecord(store, seal, audit);
  let newest = 0;
  let known: { readonly list: PauseList; readonly at: number } | undefined;
  let reading: Promise<PauseList> | undefined;

  async function read(): Promise<PauseList> {
    const at = performance.now();
    const least = newest;
    const list = await readChecked();
    if (list.last < least) throw new TypeError(putBack);
    newest = Math.max(newest, list.last);
    known = { list, at };
    return list;
  }

  /** A slow read that began before this call may miss a pause that the call has to obey. */
  async function readNow(): Promise<PauseList> {
    const list = await readOnce();
    return known && performance.now() - known.at < maxAgeMs ? list : readOnce();
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
      const whole = await withoutGap(readList(stored?.value, seal), newest, isOnRecord);
      const { list, result } = make(whole, clock.now().getTime());
      const isWritten = await writeList(store, seal, list, stored?.revision);
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
      if (!known || age >= maxAgeMs) return readNow();
      if (age >= refreshMs) readOnce().catch(() => {});
      return known.list;
    },
    async pause(scope, by, reason) {
      const made = await change((list, now) => addPause(list, { scope, by, reason }, now));
      return seal.blind(nameOfPause(made));
    },
    async resume(scope) {
      // Nothing is resumed in a list in which pauses are missing.
      await read();
      return change((list, now) => resume(list, scope, now));
    },
  };
}

function writeList(
  store: Store,
  seal: ValueSeal,
  list: PauseList,
  revision: number | undefined,
): Promise<boolean> {
  const value = seal.seal(list as unknown as JsonObject, storeKey);
  return revision === undefined
    ? store.insert(storeKey, value, never)
    : store.replace(storeKey, revision, value, never);
}

/** The result is the number of the pause. */
function addPause(
  { last, pauses }: PauseList,
  { scope, by, reason }: Pick<Pause, "scope" | "by"> & { readonly reason: string | undefined },
  now: number,
): { readonly list: PauseList; readonly result: number } {
  const pause = { scope, number: last + 1, since: now, by, ...(reason !== undefined && { reason }) };
  const others = pauses.filter((each) => each.scope !== scope && !isOver(each, now));
  return { list: { last: pause.number, pauses: [...others, pause] }, result: pause.number };
}

function resume(
  { last, pauses }: PauseList,
  scope: PauseScope,
  now: number,
): { readonly list: PauseList; readonly result: boolean } {
  const isPaused = (each: Pause): boolean => each.scope === scope && each.resumed === undefined;
  const resumed = pauses.map((each) => (isPaused(each) ? { ...each, resumed: now } : each));
  return { list: { last, pauses: resumed }, result: pauses.some(isPaused) };
}

/** Numbers that were given already, to pauses that are missing in the list, are not given again. */
async function withoutGap(
  list: PauseList,
  newest: number,
  isOnRecord: (number: number) => Promise<boolean>,
): Promise<PauseList> {
  let last = Math.max(list.last, newest);
  while (await isOnRecord(last + 1)) last++;
  return { ...list, last };
}

/** Reads the list, and looks up pauses in the trail. */
function pausesOnRecord(store: Store, seal: ValueSeal, audit: Pick<AuditSink, "endsOf">) {
  /** A pause may be made between the two looks. */
  async function readChecked(): Promise<PauseList> {
    let before = -1;
    for (;;) {
      const list = readList((await store.get(storeKey))?.value, seal);
      if (!(await isOnRecord(list.last + 1))) return list;
      if (list.last <= before) throw new TypeError(putBack);
      before = list.last;
    }
  }

  async function isOnRecord(number: number): Promise<boolean> {
    const requests = seal.blinds(nameOfPause(number));
    const found = await Promise.all(requests.map(async (request) => audit.endsOf?.(request)));
    return found.some((each) => each !== undefined && each.length > 0);
  }

  return { isOnRecord, readChecked };
}

function isOver({ resumed }: Pause, now: number): boolean {
  return resumed !== undefined && now > resumed + keptMs;
}

/** The pause that stops a call now. */
export function pauseOf({ pauses }: PauseList, call: StoppedCall): Pause | undefined {
  return pauses.find(({ scope, resumed }) => resumed === undefined && isStopped(scope, call));
}

/** The number of the last pause that stopped such calls, resumed or not; 0 if none. */
export function lastPauseOf({ pauses }: PauseList, call: StoppedCall): number {
  return Math.max(0, ...pauses.filter(({ scope }) => isStopped(scope, call)).map(({ number }) => number));
}

const putBack =
  "the pauses in the store were removed, or are earlier ones: somebody writes the database, or an old copy was put back; pause again what must not run";

const unreadable =
  "what is paused cannot be read: another version or another state key wrote it, and has to read it; or somebody writes the database: then delete the row `paused`, and pause again what must not run";

function nameOfPause(number: number): string {
  return `pause ${number}`;
}

/** Throws for a value that this version does not understand: then every call is refused. */
function readList(stored: Json | undefined, seal: ValueSeal): PauseList {
  if (stored === undefined) return nothing;
  const value = typeof stored === "string" ? seal.open(stored, storeKey) : undefined;
  const { last, pauses } = isObject(value) ? value : {};
  if (typeof last !== "number" || !Array.isArray(pauses) || !pauses.every(isPause))
    throw new TypeError(unreadable);
  return value as unknown as PauseList;
}

function isPause(value: Json): boolean {
  return isObject(value) && typeof value["scope"] === "string" && typeof value["number"] === "number";
}
