import type { Guard } from "../call/guard.ts";
import type { Review } from "../call/options.ts";
import { reviewText } from "./approval.ts";

/** What a person was shown of the calls about which a framework asked, by an id of the call. */
export interface AskedCalls {
  /** Keeps what is shown now. What was shown before stays, until it was used: a framework may ask again while a person decides. */
  remember(callId: string, review: Pick<Review, "view" | "phrase">): void;
  /** What was shown, for the one call that uses it. `isUsed` if that was another one. */
  use(callId: string): { readonly shown: string | undefined; readonly isUsed: boolean };
}

/** More calls do not wait for a person at once. */
const maxAsked = 10_000;
const used = Symbol("used");
const askedOf = new WeakMap<Guard, Map<string, string | typeof used>>();

/** The calls of a guard, for every set of tools that is made of it. */
export function askedCalls(guard: Guard): AskedCalls {
  const asked = askedOf.get(guard) ?? new Map<string, string | typeof used>();
  askedOf.set(guard, asked);
  return {
    remember(callId, review) {
      if (typeof asked.get(callId) === "string") return;
      asked.set(callId, reviewText(review));
      const [oldest] = asked.keys();
      if (asked.size > maxAsked && oldest !== undefined) asked.delete(oldest);
    },
    use(callId) {
      const shown = asked.get(callId);
      asked.set(callId, used);
      return { shown: shown === used ? undefined : shown, isUsed: shown === used };
    },
  };
}
