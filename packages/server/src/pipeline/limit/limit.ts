import type { Outcome, Refusal } from "../../api/outcome.ts";
import { allowanceText } from "@proviso/manifest";
import { objectTo, type AuthorizedCall, type FinalCheck } from "../call/call.ts";
import type { Answered, Next, Stage } from "../call/stage.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { heldIn, readCounter, totalOf } from "./counter.ts";
import { limitsOf, type Limit } from "./limits-of.ts";
import { reservations, type Reservations } from "./reservations.ts";
import { usedUp } from "./used-up.ts";

/**
 * Enforces rate limits and budgets: counts in fixed windows, in the store. They are checked here, so that nobody is asked in vain,
 * and reserved just before the handler runs. An execution counts whatever comes of it. An amount is spent when the call completes,
 * returned if nothing was done, and held while its outcome is unknown. Dry runs, questions, refusals and replays do not count.
 */
export function limit(runtime: Runtime): Stage<AuthorizedCall, AuthorizedCall> {
  const counts = reservations(runtime);
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
    if (call.replaces?.length) await counts.returnUnused(call, call.replaces, limits);
    const { refusal, allowance } = await foresee(call, limits, runtime);
    if (refusal) return call.dryRun ? next(objectTo(call, refusal)) : refusal;
    const counted = { ...call, ...(allowance !== undefined && { allowance }) };
    return runReserved(counted, limits, counts, runtime, next);
  }
}

async function runReserved(
  call: AuthorizedCall,
  limits: readonly Limit[],
  counts: Reservations,
  runtime: Runtime,
  next: Next<AuthorizedCall>,
): Promise<Outcome> {
  const taken: Limit[] = [];
  const take: FinalCheck = async () => {
    for (const each of limits) {
      // Before it is known: a write that failed may have taken effect.
      taken.push(each);
      const refused = await counts.reserve(each, call);
      if (refused) return refused;
    }
    return undefined;
  };
  return settledAfter(call, taken, counts, runtime, () =>
    next({ ...call, finalChecks: [...call.finalChecks, take] }),
  );
}

/** Runs the rest of a call, and settles what it holds in the budgets among `taken`, which may grow until then. */
export async function settledAfter(
  call: AuthorizedCall,
  taken: readonly Limit[],
  { settle }: Reservations,
  runtime: Runtime,
  run: () => Answered<Outcome>,
): Promise<Outcome> {
  const settleAll = async (outcome?: Outcome): Promise<void> => {
    for (const each of taken) if (each.budget) await settle(each, call, outcome);
  };
  try {
    const outcome = await run();
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

/** The refusal of a call that would exceed a limit now. Counts nothing. */
export async function checkLimits(call: AuthorizedCall, runtime: Runtime): Promise<Refusal | undefined> {
  const limits = limitsOf(call, runtime);
  return "kind" in limits ? limits : (await foresee(call, limits, runtime)).refusal;
}

interface Foreseen {
  readonly refusal?: Refusal;
  /** What remains of the budget, in a sentence for the person who is asked. */
  readonly allowance?: string;
}

async function foresee(call: AuthorizedCall, limits: readonly Limit[], runtime: Runtime): Promise<Foreseen> {
  let allowance: string | undefined;
  for (const each of limits) {
    const counted = await readCounter(each, runtime);
    if (totalOf(counted.count) + each.amount > each.limit)
      return { refusal: usedUp(call, each, counted, runtime) };
    if (!each.budget) continue;
    const use = { total: totalOf(counted.count), held: heldIn(counted.count) };
    const about = { ...call.tool.contract, input: call.input };
    const text = allowanceText(each.budget, each.amount, use, about);
    allowance = allowance === undefined ? text : `${allowance} ${text}`;
  }
  return allowance === undefined ? {} : { allowance };
}
