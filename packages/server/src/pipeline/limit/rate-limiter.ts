import type { ToolContract } from "@proviso/manifest";
import RateLimiterRes from "rate-limiter-flexible/lib/RateLimiterRes.js";
import RateLimiterStoreAbstract from "rate-limiter-flexible/lib/RateLimiterStoreAbstract.js";
import type { Clock, Store } from "../../api/ports.ts";

export type RateLimit = NonNullable<ToolContract["rateLimit"]>;

export interface RateLimiter {
  /** Counts one call. Undefined if it is within the limit, otherwise the milliseconds until the next window. */
  consume(key: string): Promise<number | undefined>;
}

/** A fixed window for each key, counted in our store and by our clock. A store that does not answer rejects. */
export function rateLimiter(rateLimit: RateLimit, store: Store, clock: Clock): RateLimiter {
  const limiter = new StoreLimiter(rateLimit, store, clock);
  return {
    async consume(key) {
      try {
        await limiter.consume(key);
        return undefined;
      } catch (reason) {
        if (reason instanceof RateLimiterRes) return reason.msBeforeNext;
        throw reason;
      }
    },
  };
}

type Counted = Awaited<ReturnType<Store["increment"]>>;

/**
 * A class, because the library wants a subclass; the two methods are all that it asks of one that only consumes.
 * Its blocking in memory stays off: that goes by the clock of the machine, and by what one process has seen.
 */
class StoreLimiter extends RateLimiterStoreAbstract {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor({ limit, perMs }: RateLimit, store: Store, clock: Clock) {
    super({ storeClient: store, points: limit, duration: perMs / 1000, keyPrefix: "" });
    this.#store = store;
    this.#clock = clock;
  }

  /** One atomic step, so that of any number of processes each sees another count. */
  // oxlint-disable-next-line no-underscore-dangle -- the library's name
  _upsert(key: string, points: number, windowMs: number): Promise<Counted> {
    const windowEnds = new Date(this.#clock.now().getTime() + Math.round(windowMs));
    return this.#store.increment(key, points, windowEnds);
  }

  // oxlint-disable-next-line no-underscore-dangle -- the library's name
  _getRateLimiterRes(_key: string, points: number, { value, expiresAt }: Counted): RateLimiterRes {
    const remaining = Math.max(0, this.points - value);
    const untilNextMs = Math.max(0, expiresAt.getTime() - this.#clock.now().getTime());
    return new RateLimiterRes(remaining, untilNextMs, value, value === points);
  }
}
