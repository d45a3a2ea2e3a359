import type { Budget, JsonObject } from "../contract/contract.ts";
import { timeSpan } from "./repetition.ts";
import { readSummary } from "./summary-template.ts";
import { numberText, summaryValue, valueAt } from "./summary-values.ts";

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

/** The call whose currency an amount has, and the summary that says how its amount is written. */
export interface AmountOf {
  readonly summary?: string | undefined;
  readonly input?: JsonObject | undefined;
}

/** `EUR 483.90` where the summary writes the amount as money in a currency that is known; undefined otherwise. */
function moneyText(
  amount: number,
  { of, unit }: Budget,
  { input = {}, summary = "" }: AmountOf,
): string | undefined {
  const template = readSummary(summary);
  const part =
    template.ok &&
    template.parts.find(
      (each) => each.kind === "argument" && each.format === "money" && `input.${each.path.join(".")}` === of,
    );
  if (!part || part.kind !== "argument") return undefined;
  const [currency = ""] = part.details;
  if (!/^[A-Z]{3}$/.test(currency) && `input.${currency}` !== unit) return undefined;
  const { text } = summaryValue(part, amount, input);
  return /^-?[A-Z]{3} /.test(text) ? text : undefined;
}

/** An amount of a budget, for people: `EUR 483.90`, or `48,390` where its currency is not known. */
export function amountText(amount: number, budget: Budget, about: AmountOf): string {
  return moneyText(amount, budget, about) ?? numberText(amount);
}

/** A budget in words: "EUR 5,000.00 in 24 hours, for each caller", or "500,000 of `input.amount.cents` in …". */
export function budgetText(budget: Budget, about: AmountOf = {}): string {
  const { of, unit, per, limit, everyMs } = budget;
  const money = moneyText(limit, budget, about);
  const each = unit === undefined || money !== undefined ? "" : ` and each \`${unit}\``;
  const whole = money ?? `${numberText(limit)} of \`${of}\``;
  return `${whole} in ${timeSpan(everyMs)}, for ${budgetOwnerTexts[per]}${each}`;
}

/** What counts against a budget now, of which `held` is what calls that run, or whose outcome is unknown, may spend. */
export interface BudgetUse {
  readonly total: number;
  readonly held: number;
}

/** What remains of a budget before a call, and how much of it the call needs: for the person who is asked. */
export function allowanceText(budget: Budget, amount: number, use: BudgetUse, about: AmountOf): string {
  const [needed, remains] = [amount, budget.limit - use.total].map((each) => amountText(each, budget, about));
  const held = heldText(amountText(use.held, budget, about), use);
  return `Budget: ${budgetText(budget, about)}. This call needs ${needed} of ${remains} that remain${held}.`;
}

/** `amount`: what is held, in words. */
export function heldText(amount: string, { held }: Pick<BudgetUse, "held">): string {
  return held === 0 ? "" : ` (${amount} is held by calls that run or whose outcome is unknown)`;
}
