import type { AuthorizedCall } from "../call/call.ts";
import { storeKey } from "../../canonical/fingerprint.ts";
import { identityOf } from "../../canonical/identity.ts";
import type { Clock, Store } from "../../api/ports.ts";
import { rateLimiter } from "./rate-limiter.ts";
import type { RateLimit, RateLimiter } from "./rate-limiter.ts";
import { refuse } from "../call/refuse.ts";
import type { SealedState } from "../seals/sealed-state.ts";
import type { Stage } from "../call/stage.ts";

/** A fixed window per principal and tool: one atomic `Store.increment` for each call, on the clock of everything else. */
export function limit(store: Store, clock: Clock, state: SealedState): Stage<AuthorizedCall, AuthorizedCall> {
  const limiters = new WeakMap<RateLimit, RateLimiter>();
  const limiterOf = (rateLimit: RateLimit): RateLimiter => {
    const limiter = limiters.get(rateLimit) ?? rateLimiter(rateLimit, store, clock);
    limiters.set(rateLimit, limiter);
    return limiter;
  };
  return {
    name: "limit",
    async run(call, next) {
      const { rateLimit } = call.tool.contract;
      if (!rateLimit || (await isFirstAnswer(call, store, state))) return next(call);
      const retryAfterMs = await limiterOf(rateLimit).consume(windowKey(call));
      if (retryAfterMs === undefined) return next(call);
      const message = `The limit of ${rateLimit.limit} calls is used up for now.`;
      return refuse(call, "rate_limit_exceeded", message, { retryAfterMs });
    },
  };
}

function windowKey({ principal, tool }: AuthorizedCall): string {
  return storeKey("rate", identityOf(principal), tool.contract.name);
}

/** The call that led to a question has been counted; its answer is free once, and only if the question was really asked. */
async function isFirstAnswer(call: AuthorizedCall, store: Store, state: SealedState): Promise<boolean> {
  const { answer } = call.options;
  const opened = answer && state.open(answer.state, call);
  return opened?.ok === true && store.insert(`answered:${opened.claims.nonce}`, true, opened.expiresAt);
}
