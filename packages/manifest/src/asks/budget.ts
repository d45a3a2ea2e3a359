import type { Budget, JsonObject, ToolContract } from "../contract/contract.ts";
import { timeSpan } from "./repetition.ts";
import { textsAllowedAt } from "../json-schema/schema-at.ts";
import { readSummary, type SummaryArgument } from "./summary-template.ts";
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

/** The call that states the currency of an amount, and the summary of its contract, which says how amounts are written. */
export type AmountOf = Pick<ToolContract, "summary"> & { readonly input?: JsonObject };

/** An amount of a budget, for people: `EUR 483.90` where the summary writes it as money in a known currency, `48,390` otherwise. */
export function amountText(amount: number, { of, unit }: Budget, about: AmountOf): string {
  const isKnown = (currency: string): boolean => /^[A-Z]{3}$/.test(currency) || `input.${currency}` === unit;
  return moneyText(amount, budgetPath(of).join("."), about, isKnown) ?? numberText(amount);
}

/** An amount as money, where the summary writes the argument of this name (`amount.cents`) so and the call states a currency. */
export function moneyText(
  amount: number,
  name: string,
  { input = {}, summary = "" }: AmountOf,
  isKnown: (currency: string) => boolean = () => true,
): string | undefined {
  return moneyParts(summary, name)
    .flatMap((part) => (isKnown(part.details[0] ?? "") ? summaryValue(part, amount, input).text : []))
    .find((text) => isMoney.test(text));
}

/** `500.00`, where the call chooses between currencies that all write the amount so; undefined otherwise. */
export function moneyOfEach(
  amount: number,
  name: string,
  { inputSchema, summary = "" }: Pick<ToolContract, "inputSchema" | "summary">,
): string | undefined {
  const texts = moneyParts(summary, name).flatMap((part) =>
    (textsAllowedAt((part.details[0] ?? "").split("."), inputSchema) ?? []).map(
      (code) => summaryValue({ ...part, details: [code] }, amount, {}).text,
    ),
  );
  const [first, ...others] = new Set(texts.map((text) => (isMoney.test(text) ? text.slice(4) : "")));
  return first && others.length === 0 ? first : undefined;
}

/** Where the summary writes the argument of this name as money. */
function moneyParts(summary: string, name: string): readonly SummaryArgument[] {
  const template = readSummary(summary);
  return (template.ok ? template.parts : []).flatMap((part) =>
    part.kind === "argument" && part.format === "money" && part.path.join(".") === name ? part : [],
  );
}

const isMoney = /^-?[A-Z]{3} /;

/** A budget in words: "EUR 5,000.00 in 24 hours, for each caller", or "500,000 of `input.amount.cents` in …". */
export function budgetText(budget: Budget, about: AmountOf = {}): string {
  const { of, unit, per, everyMs } = budget;
  const limit = amountText(budget.limit, budget, about);
  const [what, each] = isMoney.test(limit) ? ["", ""] : [` of \`${of}\``, unit && ` and each \`${unit}\``];
  return `${limit}${what} in ${timeSpan(everyMs)}, for ${budgetOwnerTexts[per]}${each ?? ""}`;
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

export function heldText(amount: string, { held }: Pick<BudgetUse, "held">): string {
  return held === 0 ? "" : ` (${amount} is held by calls that run or whose outcome is unknown)`;
}
