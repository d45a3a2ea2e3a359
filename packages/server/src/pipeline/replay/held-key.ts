import type { Json } from "@proviso/manifest";
import type { Outcome } from "../../api/outcome.ts";
import { tryLater } from "../runtime/try-later.ts";
import {
  beatMs,
  done,
  keptUntil,
  keyRecordOf,
  leaseOver,
  rememberedUntil,
  underWay,
  type KeyedCall,
} from "./key-record.ts";
import type { Runtime } from "../runtime/runtime.ts";

/** An idempotency key that a call of this process holds. While it does, the lease is renewed. */
export interface HeldKey {
  /** Marks the call as started, before it may act; false if the key was lost, or is suspended. */
  start(): Promise<boolean>;
  /** Stores the outcome. If that fails, a repeated call gets `outcome_unknown`. */
  remember(outcome: Outcome): Promise<void>;
  /** Releases the key. If the store fails, tries again in the background until the lease ends. */
  release(): Promise<void>;
  /** Stops renewing the lease: the effect may have happened, and the outcome will not be known. */
  abandon(): Promise<void>;
  /** Ends the lease of a call with steps left, which this process no longer runs. If the store fails, the lease runs out. */
  suspend(): Promise<void>;
  /** Replaces a stored unknown outcome by the handler's actual one. Without one nothing was done: releases the key. */
  correct(outcome?: Outcome): Promise<void>;
}

export function heldKey(key: string, call: KeyedCall, runtime: Runtime, isStarted = false): HeldKey {
  const { store, onFault } = runtime;
  let state: "held" | "started" = isStarted ? "started" : "held";
  let isSuspended = false;
  let last: Promise<unknown> = Promise.resolve();
  /** Runs writes one after the other: each changes the revision that the next replaces. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const mine = last.then(act, act);
    last = mine.catch(() => {});
    return mine;
  };
  const renew = async (): Promise<boolean> => {
    const stored = await keyRecordOf(call, key, runtime);
    // Stryker disable next-line all: only another process stores an outcome under a call that runs
    if (!stored || stored.record.state === "done") return false;
    const until = isSuspended ? leaseOver(call, runtime) : keptUntil(call, runtime);
    return store.replace(key, stored.revision, underWay(state, key, call, runtime), until);
  };
  const beat = setInterval(() => void inTurn(renew).catch(() => {}), beatMs);
  // Stryker disable next-line CallExpression: only lets an idle process end
  beat.unref();

  async function putOutcome(outcome: Outcome): Promise<unknown> {
    const stored = [done(key, call, outcome, runtime), rememberedUntil(call, runtime)] as const;
    if (call.tool.contract.reconcile === undefined) return store.put(key, ...stored);
    // A repeated call may have found out the outcome meanwhile, which is stored under its own id.
    const own = await keyRecordOf(call, key, runtime);
    return own ? store.replace(key, own.revision, ...stored) : store.insert(key, ...stored);
  }

  return {
    async start() {
      if (isSuspended) return false;
      state = "started";
      return inTurn(renew);
    },
    async remember(outcome) {
      clearInterval(beat);
      try {
        await inTurn(() => putOutcome(outcome));
      } catch (error) {
        call.history.fault ??= "the outcome could not be remembered";
        onFault(error, call.tool.contract.name);
      }
    },
    async release() {
      clearInterval(beat);
      await inTurn(() => freeKey(key, call, runtime)).catch(() => void freeLater(key, call, runtime));
    },
    async abandon() {
      clearInterval(beat);
      await last;
    },
    async suspend() {
      clearInterval(beat);
      isSuspended = true;
      await inTurn(renew).catch(() => {});
    },
    correct: (outcome) => correctUnknown(key, call, runtime, outcome),
  };
}

async function correctUnknown(
  key: string,
  call: KeyedCall,
  runtime: Runtime,
  outcome?: Outcome,
): Promise<void> {
  try {
    const stored = await keyRecordOf(call, key, runtime);
    if (stored?.record.state !== "done") return;
    const value = outcome ? done(key, call, outcome, runtime) : null;
    const until = outcome ? rememberedUntil(call, runtime) : new Date(0);
    await runtime.store.replace(key, stored.revision, value, until);
  } catch (error) {
    runtime.onFault(error, call.tool.contract.name);
  }
}

/** Releases a key. Until what the call held of a budget is returned, its record says who holds it. */
export async function release(held: HeldKey, { history }: KeyedCall): Promise<void> {
  if (history.returning) void history.returning.then(() => held.release());
  else await held.release();
}

/**
 * Releases the key if this call still holds it, by an expiry in the past, which is atomic; if it continues a work, whose steps have acted,
 * only the lease ends. Throws if a write that the store had reported as failed took effect after the record was read.
 */
async function freeKey(key: string, call: KeyedCall, runtime: Runtime): Promise<void> {
  const stored = await keyRecordOf(call, key, runtime);
  // Stryker disable next-line all: only another process stores an outcome under a call that runs
  if (!stored || stored.record.state === "done") return;
  // The record says whose amounts the budget still holds: the next call takes it over when the lease is over.
  const names = stored.record.replaces?.length && call.tool.contract.budget;
  if (names && !call.history.hasReturned) return;
  const left: readonly [Json, Date] = call.work?.calls.length
    ? [underWay("started", key, call, runtime), leaseOver(call, runtime)]
    : [null, new Date(0)];
  if (!(await runtime.store.replace(key, stored.revision, ...left)))
    throw new Error("a late write changed the record of the key meanwhile: release it again");
}

/**
 * Releases a key in the background after the store failed, also after the lease has ended: repeats
 * of a call that was marked as started would get `outcome_unknown`, though nothing ran.
 */
export function freeLater(key: string, call: KeyedCall, runtime: Runtime): Promise<void> {
  return tryLater(() => freeKey(key, call, runtime));
}
