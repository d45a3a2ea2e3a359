import type { Outcome, Refusal } from "../../api/outcome.ts";
import type { AuthorizedCall } from "../call/call.ts";
import { isFinalOutcome } from "../call/is-final-outcome.ts";
import { isUnknown } from "../look-up/look-up-outcome.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { tryLater } from "../runtime/try-later.ts";
import { changeCounter, settled, totalOf, type Count } from "./counter.ts";
import type { Limit } from "./limits-of.ts";
import { usedUp } from "./used-up.ts";

/** How the calls of one server count. */
export interface Reservations {
  /** Counts a call, if it fits; otherwise returns its refusal. An amount is held, an execution is spent at once. */
  reserve(limit: Limit, call: AuthorizedCall): Promise<Refusal | undefined>;
  /** Spends what the call holds, returns it, or leaves it held while the outcome is unknown. Never rejects. */
  settle(limit: Limit, call: AuthorizedCall, outcome: Outcome | undefined): Promise<void>;
  /** Returns what calls hold that never began. Until then the record of the key names them. */
  returnUnused(call: AuthorizedCall, ids: readonly string[], limits: readonly Limit[]): Promise<void>;
}

export function reservations(runtime: Runtime): Reservations {
  const inTurn = turns();
  const change = (limit: Limit, how: (count: Count) => Count | undefined) =>
    inTurn(limit.key, () => changeCounter(limit, how, runtime));

  return {
    async reserve(each, call) {
      const { amount, budget } = each;
      const counted = await change(each, (count) => {
        if (totalOf(count) + amount > each.limit) return undefined;
        if (!budget) return { ...count, spent: count.spent + amount };
        return { ...count, held: { ...count.held, [call.id]: amount } };
      });
      return counted.isChanged ? undefined : usedUp(call, each, counted, runtime);
    },
    async settle(each, call, outcome) {
      const isSpent = outcome !== undefined && isFinalOutcome(outcome, call);
      if (isSpent && isUnknown(outcome)) return;
      // Written even if nothing is held: a reservation that the store reported as failed can then no longer take effect.
      const end = (count: Count): Count | undefined =>
        settled(count, call.id, isSpent) ?? (isSpent ? undefined : count);
      const write = () => change(each, end);
      await write().catch((error: unknown) => {
        runtime.onFault(error, call.tool.contract.name);
        call.history.returning = tryLater(write);
      });
    },
    async returnUnused({ history }, ids, limits) {
      const without = (count: Count): Count =>
        ids.reduce((left, id) => settled(left, id, false) ?? left, count);
      const giveBack = async (): Promise<void> => {
        for (const each of limits) if (each.budget) await change(each, without);
        history.hasReturned = true;
      };
      try {
        await giveBack();
      } catch (error) {
        history.returning = tryLater(giveBack);
        throw error;
      }
    },
  };
}

/**
 * Lets the calls of this process change a count one after the other. If the store fails one of them, it fails all that wait, which
 * would otherwise each wait for its time-out.
 */
function turns() {
  const last = new Map<string, Promise<unknown>>();
  return <Result>(key: string, act: () => Promise<Result>): Promise<Result> => {
    const mine = (last.get(key) ?? Promise.resolve()).then(act);
    const leave = (): void => void (last.get(key) === mine && last.delete(key));
    last.set(key, mine);
    mine.then(leave, leave);
    return mine;
  };
}
