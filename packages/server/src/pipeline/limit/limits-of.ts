import { budgetAmount, budgetUnit, type Budget, type ToolContract } from "@proviso/manifest";
import type { Principal, Refusal } from "../../api/outcome.ts";
import { identityOf } from "../../canonical/identity.ts";
import { realmKey } from "../../canonical/realm.ts";
import type { AuthorizedCall } from "../call/call.ts";
import { refuse } from "../call/refuse.ts";
import type { Runtime } from "../runtime/runtime.ts";
import type { CounterPlace } from "./counter.ts";

/** At most `limit` in `perMs` milliseconds, of which this call counts `amount`. */
export interface Limit extends CounterPlace {
  readonly limit: number;
  readonly amount: number;
  /** Absent for a rate limit, which counts executions. */
  readonly budget?: Budget;
  readonly kind?: BudgetKind;
}

/** Whose budget it is: the contract's, the operator's, or that of the contract's exception. */
type BudgetKind = "budget" | "operator" | "exception";

/** The limits of a call; a refusal if an amount cannot be counted. Budgets first: a call that they refuse is no execution. */
export function limitsOf(call: AuthorizedCall, { budgets, realm }: Runtime): readonly Limit[] | Refusal {
  const { budget, name, rateLimit } = call.tool.contract;
  const limits: Limit[] = [];
  const all = [
    ["budget", budget],
    ["operator", budgets.get(name)],
  ] as const;
  for (const [kind, each] of all) {
    if (!each) continue;
    const amount = budgetAmount(each, call.input);
    const unit = budgetUnit(each, call.input);
    if (amount === undefined || unit === undefined)
      return refuse(call, "invalid_input", `\`${each.of}\` cannot be counted, and the tool has a budget.`);
    if (amount > 0) limits.push(budgetLimit(kind, each, call, { amount, unit, realm }));
  }
  if (rateLimit) {
    // Stryker disable next-line StringLiteral: for people who look into a store
    const key = realmKey(realm, "rate", identityOf(call.principal), name);
    limits.push({ key, ...rateLimit, amount: 1 });
  }
  return limits;
}

/** A budget and what a call counts. Budgets of different kinds are counted apart. */
export function budgetLimit(
  kind: BudgetKind,
  budget: Budget,
  { principal, tool }: AuthorizedCall,
  { amount, unit, realm }: Pick<Runtime, "realm"> & { readonly amount: number; readonly unit: string },
): Limit {
  const { everyMs, limit, of, per } = budget;
  const parts = [tool.contract.name, of, per, ...whoseBudget(budget, principal), unit];
  return { key: realmKey(realm, kind, ...parts), limit, perMs: everyMs, amount, budget, kind };
}

/** The counts that a contract asks for, of executions and of amounts: for a replay, which has to know where a count is in doubt. */
export function countsOf({ budget, exception, rateLimit }: ToolContract): {
  readonly executions: ToolContract["rateLimit"];
  /** Milliseconds of the longest window of its budgets. */
  readonly amountsMs: number | undefined;
} {
  const windows = [budget, exception?.budget].flatMap((each) => each?.everyMs ?? []);
  return { executions: rateLimit, amountsMs: windows.length === 0 ? undefined : Math.max(...windows) };
}

/** A tenant of another issuer is another one. Callers without a tenant share one budget. */
function whoseBudget({ per }: Budget, principal: Principal): readonly (string | null)[] {
  if (per === "tool") return [];
  return per === "principal" ? [identityOf(principal)] : [principal.tenant ?? null, principal.issuer ?? null];
}
