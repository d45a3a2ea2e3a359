import { setTimeout as sleep } from "node:timers/promises";
import type { Outcome } from "../../api/outcome.ts";
import {
  beatMs,
  done,
  keptUntil,
  leaseMs,
  recordOf,
  rememberedUntil,
  underWay,
  type KeyedCall,
} from "./key-record.ts";
import type { Runtime } from "../runtime/runtime.ts";

/** A key that a call of this process holds. While it does, the record shows a sign of life again and again. */
export interface HeldKey {
  /** Marks that the effect may happen from now on; false if the key was lost meanwhile. */
  start(): Promise<boolean>;
  /** Keeps the outcome. If that fails the record stays `started`, and a repeat is answered `outcome_unknown`. */
  remember(outcome: Outcome): Promise<void>;
  /** Frees the key. What cannot be freed at once is freed in the background, until the lease ends by itself. */
  release(): Promise<void>;
  /** Shows no more signs of life: the effect may have happened, and nobody will say what came of it. */
  abandon(): Promise<void>;
  /** Replaces the doubt that was remembered by what the handler has come to after all. */
  correct(outcome: Outcome): Promise<void>;
  /** Frees the key of which a doubt was remembered: the handler says after all that nothing was done. */
  withdraw(): Promise<void>;
}

export function heldKey(key: string, call: KeyedCall, runtime: Runtime): HeldKey {
  const { store, onFault } = runtime;
  let state: "held" | "started" = "held";
  let last: Promise<unknown> = Promise.resolve();
  /** One after the other, because each changes the revision that the next one replaces. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const mine = last.then(act, act);
    last = mine.catch(() => {});
    return mine;
  };
  const renew = async (): Promise<boolean> => {
    const stored = await recordOf(call, key, runtime);
    if (stored?.record.state === "done" || !stored) return false;
    return store.replace(key, stored.revision, underWay(state, key, call, runtime), keptUntil(call, runtime));
  };
  const beat = setInterval(() => void inTurn(renew).catch(() => {}), beatMs);
  beat.unref();

  async function replaceDoubt(write: (revision: number) => Promise<unknown>): Promise<void> {
    try {
      const stored = await recordOf(call, key, runtime);
      if (stored?.record.state === "done") await write(stored.revision);
    } catch (error) {
      onFault(error, call.tool.contract.name);
    }
  }

  return {
    start() {
      state = "started";
      return inTurn(renew);
    },
    async remember(outcome) {
      clearInterval(beat);
      try {
        await inTurn(() => store.put(key, done(key, call, outcome, runtime), rememberedUntil(call, runtime)));
      } catch (error) {
        call.history.fault ??= "the outcome could not be remembered";
        onFault(error, call.tool.contract.name);
      }
    },
    async release() {
      clearInterval(beat);
      await inTurn(() => free(key, call, runtime)).catch(() => void freeLater(key, call, runtime));
    },
    async abandon() {
      clearInterval(beat);
      await last;
    },
    correct: (outcome) =>
      replaceDoubt((revision) =>
        store.replace(key, revision, done(key, call, outcome, runtime), rememberedUntil(call, runtime)),
      ),
    withdraw: () => replaceDoubt((revision) => store.replace(key, revision, null, new Date(0))),
  };
}

/** If it is still held by this call: an expiry in the past removes it in one atomic step. */
async function free(key: string, call: KeyedCall, runtime: Runtime): Promise<void> {
  const stored = await recordOf(call, key, runtime);
  if (stored && stored.record.state !== "done")
    await runtime.store.replace(key, stored.revision, null, new Date(0));
}

const retryMs = 500;

/** For a store that did not answer: what it was asked may have happened nevertheless. */
export async function freeLater(key: string, call: KeyedCall, runtime: Runtime): Promise<void> {
  for (let waited = 0; waited < leaseMs; waited += retryMs) {
    await sleep(retryMs, undefined, { ref: false });
    try {
      return await free(key, call, runtime);
    } catch {
      // Again, until the lease ends by itself.
    }
  }
}
