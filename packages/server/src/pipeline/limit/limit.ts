import type { ToolContract } from "@proviso/manifest";
import type { Clock } from "../../api/ports.ts";
import type { Refusal } from "../../api/outcome.ts";
import { realmKey } from "../../canonical/realm.ts";
import { identityOf } from "../../canonical/identity.ts";
import { objectTo, type AuthorizedCall, type FinalCheck } from "../call/call.ts";
import { refuse } from "../call/refuse.ts";
import type { Check, Next } from "../call/stage.ts";
import type { Runtime } from "../runtime/runtime.ts";

type RateLimit = NonNullable<ToolContract["rateLimit"]>;

/**
 * Enforces the contract's `rateLimit`: a fixed window per principal and tool, in the store. The
 * count is checked here, so that nobody is asked in vain, and incremented just before the handler
 * runs. Dry runs, questions, refusals and replays do not count.
 */
export function limit({ store, clock, realm }: Runtime): Check<AuthorizedCall, AuthorizedCall> {
  return {
    name: "limit",
    run(call, next) {
      const { rateLimit } = call.tool.contract;
      return rateLimit ? runLimited(call, rateLimit, next) : next(call);
    },
  };

  async function runLimited<Answer>(
    call: AuthorizedCall,
    rateLimit: RateLimit,
    next: Next<AuthorizedCall, Answer>,
  ): Promise<Answer | Refusal> {
    // Stryker disable next-line StringLiteral: for people who look into a store
    const key = realmKey(realm, "rate", identityOf(call.principal), call.tool.contract.name);
    const counted = await store.get(key);
    if (counted && Number(counted.value) >= rateLimit.limit) {
      const refusal = rateUsedUp(call, rateLimit, counted.expiresAt, clock);
      return call.dryRun ? next(objectTo(call, refusal)) : refusal;
    }
    const count: FinalCheck = async () => {
      const windowEnds = new Date(clock.now().getTime() + rateLimit.perMs);
      const { value, expiresAt } = await store.increment(key, 1, windowEnds);
      return value > rateLimit.limit ? rateUsedUp(call, rateLimit, expiresAt, clock) : undefined;
    };
    return next({ ...call, finalChecks: [...call.finalChecks, count] });
  }
}

/** The limit of executions in a contract. */
export function limitOf(contract: ToolContract): RateLimit | undefined {
  return contract.rateLimit;
}

function rateUsedUp(
  call: AuthorizedCall,
  { limit: max }: RateLimit,
  windowEnds: Date,
  clock: Clock,
): Refusal {
  const retryAfterMs = Math.max(0, windowEnds.getTime() - clock.now().getTime());
  const message = `The limit of ${max} executions is used up for now.`;
  return refuse(call, "rate_limit_exceeded", message, { retryAfterMs });
}
