import type { AuthorizedCall, FinalCheck } from "../call/call.ts";
import type { Outcome, Refusal } from "../../api/outcome.ts";
import type { Answered, Next, Stage } from "../call/stage.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { objectTo } from "../call/call.ts";
import { isUnknown } from "../look-up/look-up-outcome.ts";
import { tryLater } from "../replay/held-key.ts";
import { isFinalOutcome } from "../replay/replay.ts";
import { changeCounter, readCounter, settled, totalOf, type Count } from "./counter.ts";
import { limitsOf, type Limit } from "./limits-of.ts";
import { allowanceText, usedUp } from "./used-up.ts";

/**
 * Enforces `rateLimit` and `budget`: counts in fixed windows, in the store. They are checked here, so that nobody is asked in vain,
 * and reserved just before the handler runs. An execution counts whatever comes of it. An amount is spent when the call completes,
 * released if nothing was done, and held while its outcome is unknown. Dry runs, questions, refusals and replays do not count.
 */
export function limit(runtime: Runtime): Stage<AuthorizedCall, AuthorizedCall> {
  const inTurn = turns();
  return {
    name: "limit",
    run(call, next) {
      const limits = limitsOf(call, runtime);
      if ("kind" in limits) return limits;
      return limits.length === 0 ? next(call) : runLimited(call, limits, next);
    },
  };

  async function runLimited(
    call: AuthorizedCall,
    limits: readonly Limit[],
    next: Next<AuthorizedCall>,
  ): Promise<Outcome> {
    if (call.replaces?.length) await returnUnused(call, call.replaces, limits);
    const { refusal, allowance } = await foresee(call, limits, runtime);
    if (refusal) return call.dryRun ? next(objectTo(call, refusal)) : refusal;
    const taken: Limit[] = [];
    const settleAll = async (outcome?: Outcome): Promise<void> => {
      for (const each of taken) if (each.budget) await settle(each, call, outcome);
    };
    const take: FinalCheck = async () => {
      for (const each of limits) {
        // Before it is known: a write that failed may have taken effect.
        taken.push(each);
        const refused = await reserve(each, call);
        if (refused) return refused;
      }
      return undefined;
    };
    try {
      const finalChecks = [...call.finalChecks, take];
      const outcome = await next({ ...call, finalChecks, ...(allowance !== undefined && { allowance }) });
      await settleAll(outcome);
      const { late } = call.history;
      if (late) runtime.trackLate(late.then(settleAll));
      return outcome;
    } catch (error) {
      // After the handler started, the amount may have been spent: it stays held.
      if (!call.history.executed) await settleAll();
      throw error;
    }
  }

  /** Returns what calls hold that never began. Until then the record of the key names them. */
  async function returnUnused(
    call: AuthorizedCall,
    ids: readonly string[],
    limits: readonly Limit[],
  ): Promise<void> {
    // Written even if they hold nothing, as below.
    const without = (count: Count): Count =>
      ids.reduce((left, id) => settled(left, id, false) ?? left, count);
    const giveBack = async (): Promise<void> => {
      for (const each of limits)
        if (each.budget) await inTurn(each.key, () => changeCounter(each, without, runtime));
      call.history.hasReturned = true;
    };
    try {
      await giveBack();
    } catch (error) {
      call.history.returning = tryLater(giveBack);
      throw error;
    }
  }

  async function reserve(each: Limit, call: AuthorizedCall): Promise<Refusal | undefined> {
    const { amount, budget, key } = each;
    const add = (count: Count): Count | undefined => {
      if (totalOf(count) + amount > each.limit) return undefined;
      if (!budget) return { ...count, spent: count.spent + amount };
      return { ...count, held: { ...count.held, [call.id]: amount } };
    };
    const counted = await inTurn(key, () => changeCounter(each, add, runtime));
    return counted.isChanged ? undefined : usedUp(call, each, counted, runtime);
  }

  /** Spends what the call held, releases it, or leaves it held while the outcome is unknown. Never rejects. */
  async function settle(each: Limit, call: AuthorizedCall, outcome: Outcome | undefined): Promise<void> {
    const isSpent = outcome !== undefined && isFinalOutcome(outcome, call);
    if (isSpent && isUnknown(outcome)) return;
    // Written even if nothing is held: a reservation that the store reported as failed can then no longer take effect.
    const end = (count: Count): Count | undefined =>
      settled(count, call.id, isSpent) ?? (isSpent ? undefined : count);
    const write = () => inTurn(each.key, () => changeCounter(each, end, runtime));
    await write().catch((error: unknown) => {
      runtime.onFault(error, call.tool.contract.name);
      call.history.returning = tryLater(write);
    });
  }
}

/** The refusal of a call that would exceed a limit now. Counts nothing. */
export async function checkLimits(call: AuthorizedCall, runtime: Runtime): Promise<Refusal | undefined> {
  const limits = limitsOf(call, runtime);
  return "kind" in limits ? limits : (await foresee(call, limits, runtime)).refusal;
}

interface Foreseen {
  readonly refusal?: Refusal;
  /** What remains of the budgets, in a sentence for the person who is asked. */
  readonly allowance?: string;
}

async function foresee(call: AuthorizedCall, limits: readonly Limit[], runtime: Runtime): Promise<Foreseen> {
  const sentences: string[] = [];
  for (const each of limits) {
    const counted = await readCounter(each, runtime);
    if (totalOf(counted.count) + each.amount > each.limit)
      return { refusal: usedUp(call, each, counted, runtime) };
    if (each.budget) sentences.push(allowanceText(each, counted));
  }
  return sentences.length === 0 ? {} : { allowance: sentences.join(" ") };
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
