import { budgetText, type Budget, type JsonObject } from "@proviso/manifest";
import type { Refusal } from "../../api/outcome.ts";
import type { AuthorizedCall } from "../call/call.ts";
import { refuse } from "../call/refuse.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { heldIn, totalOf, type Count, type Counted } from "./counter.ts";
import type { Limit } from "./limits-of.ts";

/** The refusal of a call over a limit: what remains, and when it returns. Retried never if the call exceeds the whole of it. */
export function usedUp(
  call: AuthorizedCall,
  limit: Limit,
  { count, endsAt }: Counted,
  { clock }: Runtime,
): Refusal {
  const { budget, amount, limit: max } = limit;
  const ends = endsAt ?? clock.now();
  const retryAfterMs = Math.max(0, ends.getTime() - clock.now().getTime());
  if (!budget) {
    const message = `The limit of ${max} executions is used up for now.`;
    return refuse(call, "rate_limit_exceeded", message, { retryAfterMs });
  }
  const remains = Math.max(0, max - totalOf(count));
  const said: JsonObject = {
    reason: "budget",
    of: budget.of,
    limit: max,
    remains,
    held: heldIn(count),
    amount,
  };
  if (amount > max) {
    const message = `The call needs ${amount}, and the budget is ${budgetText(budget)}: no time is enough for it.`;
    const refusal = refuse(call, "rate_limit_exceeded", message, said);
    return { ...refusal, failure: { ...refusal.failure, retry: "never" } };
  }
  const returnsAt = ends.toISOString();
  const message = `The call needs ${amount}, and of the budget of ${budgetText(budget)} ${remains} remains${heldText(count)}. It returns at ${returnsAt}.`;
  return refuse(call, "rate_limit_exceeded", message, { ...said, returnsAt, retryAfterMs });
}

/** What remains of a budget before a call, and how much of it the call needs. */
export function allowanceText(budget: Budget, amount: number, count: Count): string {
  const remains = budget.limit - totalOf(count);
  return `Budget: this call needs ${amount} of ${remains} that remain of ${budgetText(budget)}${heldText(count)}.`;
}

function heldText(count: Count): string {
  const held = heldIn(count);
  return held === 0 ? "" : ` (${held} is held by calls that run or whose outcome is unknown)`;
}
