import type { Json } from "@proviso/manifest";
import { valueAt } from "@proviso/manifest/question";
import type { MandateStart } from "../api/mandate.ts";
import { moneyText } from "../values/set-calls.ts";
import { type Limit, limitsIn, onlyValue } from "./limits.ts";
import { argumentsOf, currencyOf, type TermArgument } from "./term-arguments.ts";

/** What a person may choose for one argument of the sentence: only this value, at most this number, or any. */
export interface Choice extends TermArgument {
  /** The value in the waiting call. */
  readonly given?: Json;
  readonly unit?: Unit;
}

/** The currency in which a person enters an amount, with its digits. */
export interface Unit {
  readonly code: string;
  readonly digits: number;
}

export function choicesOf(start: MandateStart): readonly Choice[] {
  const { input, old, tool } = start;
  if (old) return [];
  return argumentsOf(tool).flatMap((each) => {
    const given = input && valueAt(input, each.path);
    const isOffered = input ? given !== undefined : each.type !== "boolean";
    if (!each.isShown || each.type === "other" || !isOffered) return [];
    const unit = unitOf(start, each);
    return [{ ...each, ...(given !== undefined && { given }), ...(unit && { unit }) }];
  });
}

/** The currency is that of the condition to narrow, of the waiting call, or of the contract's first example. */
export function unitOf(
  { input, old, tool }: MandateStart,
  argument: TermArgument | undefined,
): Unit | undefined {
  const limits = old && limitsIn(old.when);
  const call = input ?? tool.examples[0]?.input ?? {};
  const said = (path: string) => (old ? onlyValue(limits, path) : valueAt(call, path.split(".")));
  const code = argument && currencyOf(argument, said);
  return code === undefined ? undefined : { code, digits: (moneyText(code, 1)?.split(".")[1] ?? "").length };
}

/** A number as it is entered: `11.00`. */
export function enteredText(value: number, unit: Unit | undefined): string {
  const text = unit && moneyText(unit.code, value);
  return text?.slice(unit ? unit.code.length + 1 : 0).replaceAll(",", "") ?? String(value);
}

/** The number that was entered, in the smallest unit of its currency; not a number if it is none. */
export function enteredNumber(text: string, unit: Unit | undefined): number {
  if (text === "" || !unit) return text === "" ? NaN : Number(text);
  const [, whole = "", part = ""] = /^(\d+)(?:[.,](\d+))?$/.exec(text) ?? [];
  return whole === "" || part.length > unit.digits ? NaN : Number(`${whole}${part.padEnd(unit.digits, "0")}`);
}

/** The limits that were chosen, or what is wrong with a choice. The currency of an amount stays that in which it was entered. */
export function chosenLimits(
  start: MandateStart,
  entered: (field: string) => string,
): ReadonlyMap<string, Limit> | string {
  const limits = new Map<string, Limit>();
  for (const { currency = "", given, name, noun, type, unit } of choicesOf(start)) {
    const how = entered(`how.${name}`);
    const text = entered(`value.${name}`);
    const value = type === "number" ? enteredNumber(text, unit) : (given ?? text);
    const code = unit?.code ?? (start.input && valueAt(start.input, currency.split(".")));
    if (currency !== "" && currency !== code && typeof code === "string") limits.set(currency, { is: code });
    if (how === "any") continue;
    if (value === "" || Number.isNaN(value)) return `enter a value for "${noun}", or choose "any ${noun}"`;
    limits.set(name, how === "most" && typeof value === "number" ? { most: value } : { is: value });
  }
  return limits;
}
