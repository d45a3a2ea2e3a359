import type { Budget, JsonObject } from "../contract/contract.ts";
import { timeSpan } from "./repetition.ts";
import { valueAt } from "./summary-values.ts";

/** Whose calls a budget counts together. */
export const budgetOwners: readonly Budget["per"][] = ["principal", "tenant", "tool"];

/** The names of `input.amount.cents` after `input`. */
export function budgetPath(text: string): readonly string[] {
  return text.split(".").slice(1);
}

/** The amount that a call counts; undefined unless it is a finite number of at least 0. */
export function budgetAmount({ of }: Budget, input: JsonObject): number | undefined {
  const amount = valueAt(input, budgetPath(of));
  return typeof amount === "number" && Number.isFinite(amount) && amount >= 0 ? amount : undefined;
}

/** The unit of the amount, such as a currency; empty if all amounts have the same, undefined if the call does not say it. */
export function budgetUnit({ unit }: Budget, input: JsonObject): string | undefined {
  if (unit === undefined) return "";
  const value = valueAt(input, budgetPath(unit));
  return typeof value === "string" ? value : undefined;
}

/** Whose calls count together, in words after "for". */
export const budgetOwnerTexts: Readonly<Record<Budget["per"], string>> = {
  principal: "each caller",
  tenant: "each tenant",
  tool: "all callers together",
};

/** A budget in words: "500000 of `input.amount.cents` in 24 hours, for each caller". */
export function budgetText({ of, unit, per, limit, everyMs }: Budget): string {
  const each = unit === undefined ? "" : ` and each \`${unit}\``;
  return `${limit} of \`${of}\` in ${timeSpan(everyMs)}, for ${budgetOwnerTexts[per]}${each}`;
}

/** What counts against a budget now, of which `held` is what calls that run, or whose outcome is unknown, may spend. */
export interface BudgetUse {
  readonly total: number;
  readonly held: number;
}

/** What remains of a budget before a call, and how much of it the call needs: for the person who is asked. */
export function allowanceText(budget: Budget, amount: number, use: BudgetUse): string {
  const remains = budget.limit - use.total;
  return `Budget: this call needs ${amount} of ${remains} that remain of ${budgetText(budget)}${heldText(use)}.`;
}

export function heldText({ held }: Pick<BudgetUse, "held">): string {
  return held === 0 ? "" : ` (${held} is held by calls that run or whose outcome is unknown)`;
}
