import type { Json } from "@proviso/manifest";
import { moneyOf, valueAt } from "@proviso/manifest/question";
import type { MandateStart } from "../api/mandate.ts";
import { isFewTexts, type Limit, type Limits, limitsIn, onlyText } from "./limits.ts";
import { argumentsOf, type TermArgument } from "./term-arguments.ts";

/** What a person may choose for one argument of the sentence: only this value, at most this number, only what this list holds, or any. */
export interface Choice extends TermArgument {
  /** The value in the waiting call. */
  readonly given?: Json | undefined;
}

export function choicesOf({ input, old, tool }: MandateStart): readonly Choice[] {
  return (old ? [] : argumentsOf(tool)).flatMap((each) => {
    const given = input && valueAt(input, each.name.split("."));
    const isOffered = input
      ? ["string", "number", "boolean"].includes(typeof given) || isFewTexts(given)
      : each.isNumber || each.isText;
    return each.isShown && each.isNameable && isOffered ? [{ ...each, given }] : [];
  });
}

/** The currency of an amount: in the condition to narrow, in the waiting call, or in the contract's first example. */
export function currencyIn({ input, old, tool }: MandateStart, of: string): string | undefined {
  const { currency = "" } = argumentsOf(tool).find(({ name }) => name === of) ?? {};
  if (currency === "" || moneyOf({ cents: 1, currency }) !== undefined) return currency || undefined;
  if (old) return onlyText(limitsIn(old.when), currency);
  const said = valueAt(input ?? tool.examples[0]?.input ?? {}, currency.split("."));
  return typeof said === "string" ? said : undefined;
}

/** A number as it is entered, in the unit of its currency if it has one: `11.00`. */
export function enteredText(value: number, code = ""): string {
  return (
    moneyOf({ cents: value, currency: code })?.replace(`${code} `, "").replaceAll(",", "") ?? String(value)
  );
}

/** The number that was entered, in the smallest unit of its currency; not a number if it is none. */
export function enteredNumber(text: string, code = ""): number {
  const one = moneyOf({ cents: 1, currency: code });
  if (one === undefined) return text === "" ? NaN : Number(text);
  const [, whole = "x", part = ""] = /^(\d+)(?:[.,](\d+))?$/.exec(text) ?? [];
  const digits = (one.split(".")[1] ?? "").length;
  return part.length > digits ? NaN : Number(`${whole}${part.padEnd(digits, "0")}`);
}

/** The limits that were chosen, or what is wrong with a choice. An amount stays in the currency in which it was entered. */
export function chosenLimits(start: MandateStart, entered: (field: string) => string): Limits | string {
  const limits = new Map<string, Limit>();
  for (const { currency, given, isNumber, name, noun } of choicesOf(start)) {
    const [how, text, code] = [entered(`how.${name}`), entered(`value.${name}`), currencyIn(start, name)];
    const value = isNumber ? enteredNumber(text, code) : (given ?? text);
    if (code !== undefined && code !== currency) limits.set(currency, { op: "==", value: code });
    if (how === "any") continue;
    if (value === "" || Number.isNaN(value)) return noValue(text, noun, code);
    const op = isFewTexts(value) ? "in" : isNumber && how === "most" ? "<=" : "==";
    limits.set(name, { op, value });
  }
  return limits;
}

function noValue(text: string, noun: string, code?: string): string {
  if (text === "") return `enter a value for "${noun}", or choose "any ${noun}"`;
  const example = code === undefined ? "1000" : enteredText(100_000, code);
  return `"${text}" is no ${noun}${code === undefined ? "" : ` in ${code}`}: write it like ${example}, without other characters`;
}
