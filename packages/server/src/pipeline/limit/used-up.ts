import { amountText, budgetText, heldText, type JsonObject } from "@proviso/manifest";
import type { Refusal } from "../../api/outcome.ts";
import type { AuthorizedCall } from "../call/call.ts";
import { refuse } from "../call/refuse.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { heldIn, totalOf, type Counted } from "./counter.ts";
import type { Limit } from "./limits-of.ts";

/** The refusal of a call over a limit: what remains, and when it returns. Retried never if the call exceeds the whole of it. */
export function usedUp(
  call: AuthorizedCall,
  limit: Limit,
  { count, endsAt }: Counted,
  { clock }: Runtime,
): Refusal {
  const { budget, amount, kind, limit: max } = limit;
  const ends = endsAt ?? clock.now();
  const retryAfterMs = Math.max(0, ends.getTime() - clock.now().getTime());
  if (!budget) {
    const message = `The limit of ${max} executions is used up for now.`;
    return refuse(call, "rate_limit_exceeded", message, { retryAfterMs });
  }
  const remains = Math.max(0, max - totalOf(count));
  const said = {
    reason: "budget",
    ...(kind === "operator" && { by: "operator" }),
    of: budget.of,
    limit: max,
    remains,
    held: heldIn(count),
    amount,
  } satisfies JsonObject;
  const about = { ...call.tool.contract, input: call.input };
  const text = (value: number): string => amountText(value, budget, about);
  const whose = kind === "operator" ? "operator's budget" : "budget";
  if (amount > max) {
    const message = `The call needs ${text(amount)}, and the ${whose} is ${budgetText(budget, about)}: no time is enough for it.`;
    const refusal = refuse(call, "rate_limit_exceeded", message, said);
    return { ...refusal, failure: { ...refusal.failure, retry: "never" } };
  }
  const returnsAt = ends.toISOString();
  const message = `The call needs ${text(amount)}, and of the ${whose} of ${budgetText(budget, about)} ${text(remains)} remains${heldText(text(said.held), said)}. It returns at ${returnsAt}.`;
  return refuse(call, "rate_limit_exceeded", message, { ...said, returnsAt, retryAfterMs });
}
