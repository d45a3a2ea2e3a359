import type { Clock } from "../../api/ports.ts";
import type { Principal } from "../../api/outcome.ts";
import type { CallerLimits } from "../runtime/runtime.ts";
import { identityOf } from "../../canonical/identity.ts";

export type EntryResult =
  | { readonly ok: true; leave(cameToNothing: boolean): void }
  | {
      readonly ok: false;
      readonly why: "attempts" | "calls_at_once";
      readonly retryAfterMs: number;
      /** Whether this is the first such refusal in this window; only that one is recorded. */
      isFirstOnRecord(): boolean;
    };

/** The counts of one caller. */
export interface CallerWindow {
  spent: number;
  windowEnds: number;
  running: number;
  readonly refusedFor: Set<string>;
}

/** Inactive callers are removed above this number. Callers are authenticated, so there are few. */
const maxRememberedCallers = 10_000;

/** Counts in memory, because a flood of calls must not cost a write each. */
export function callers(
  limits: CallerLimits,
  clock: Clock,
  known: Map<string | undefined, CallerWindow> = new Map(),
) {
  function find(principal: Principal | undefined, now: number): CallerWindow {
    const key = principal && identityOf(principal);
    const caller = known.get(key) ?? { spent: 0, windowEnds: 0, running: 0, refusedFor: new Set() };
    // Stryker disable next-line ConditionalExpression: who is forgotten has nothing running
    const isFull = known.size >= maxRememberedCallers;
    if (isFull && !known.has(key)) forget(now);
    known.set(key, caller);
    // If the window ends further ahead than its length, it began before the clock was put back.
    if (caller.windowEnds <= now || caller.windowEnds > now + limits.attempts.perMs) {
      Object.assign(caller, { spent: 0, windowEnds: now + limits.attempts.perMs });
      caller.refusedFor.clear();
    }
    return caller;
  }

  function forget(now: number): void {
    for (const [key, { running, windowEnds }] of known)
      if (running === 0 && windowEnds <= now) known.delete(key);
  }

  return {
    /** `points` are returned to calls that succeed. */
    enter(principal: Principal | undefined, points: number): EntryResult {
      const now = clock.now().getTime();
      const caller = find(principal, now);
      const refused = (why: "attempts" | "calls_at_once", retryAfterMs: number): EntryResult => {
        const isFirstOnRecord = (): boolean => {
          const isFirst = !caller.refusedFor.has(why);
          caller.refusedFor.add(why);
          return isFirst;
        };
        return { ok: false, why, retryAfterMs, isFirstOnRecord };
      };
      // An input larger than the remaining points must not wait for ever if it fits a whole window.
      if (caller.spent > 0 && caller.spent + points > limits.attempts.limit)
        return refused("attempts", caller.windowEnds - now);
      if (caller.running >= limits.callsAtOnce) return refused("calls_at_once", 1000);
      const { windowEnds } = caller;
      caller.spent += points;
      caller.running++;
      return {
        ok: true,
        leave(cameToNothing) {
          caller.running--;
          if (!cameToNothing && caller.windowEnds === windowEnds) caller.spent -= points;
        },
      };
    },
  };
}
