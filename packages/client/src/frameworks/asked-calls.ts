import type { Guard } from "../call/guard.ts";
import type { Review } from "../call/options.ts";
import { type FrameworkAnswer, reviewText } from "./approval.ts";

/** What a person was shown of the calls about which a framework asked, by an id of the call. */
export interface AskedCalls {
  /** Keeps what is shown now. An earlier view stays until it is used, because a framework may ask again while a person decides. */
  remember(callId: string, review: Pick<Review, "view" | "phrase">): void;
  /** Returns what was shown, once. `isUsed`: an earlier call has used it. */
  use(callId: string): { readonly shown: string | undefined; readonly isUsed: boolean };
  /** What an answer says of its request, for a framework that has an id of its own for the answer. */
  useAnswer(approval: string, callId: string): Omit<FrameworkAnswer, "said">;
  /** Asks by an interrupt, which is thrown where nobody has answered yet: then the call is remembered. */
  interrupt<Answer>(callId: string, review: Pick<Review, "view" | "phrase">, ask: () => Answer): Answer;
}

/** The limit of calls that wait for a person. */
const maxAsked = 10_000;
const used = Symbol("used");
const askedOf = new WeakMap<Guard, Map<string, string | typeof used>>();

/** The calls of a guard, for every set of tools that is made of it. */
export function askedCalls(guard: Guard): AskedCalls {
  const asked = askedOf.get(guard) ?? new Map<string, string | typeof used>();
  askedOf.set(guard, asked);
  const calls: AskedCalls = {
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
    useAnswer(approval, callId) {
      const { isUsed } = calls.use(approval);
      const shown = isUsed ? undefined : calls.use(callId).shown;
      return { approval, shown, isOurs: shown !== undefined, isUsed };
    },
    interrupt(callId, review, ask) {
      try {
        return ask();
      } catch (error) {
        calls.remember(callId, review);
        throw error;
      }
    },
  };
  return calls;
}
