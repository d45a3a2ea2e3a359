import { isObject, type Json } from "@proviso/manifest";
import { moneyText } from "./set-calls.ts";

/** `EUR 12.50` for an amount with its currency, and nothing else, in one object; undefined for any other value. */
export function moneyOf(value: Json): string | undefined {
  if (!isObject(value) || Object.keys(value).toSorted().join() !== "cents,currency") return undefined;
  const { cents, currency } = value;
  if (typeof cents !== "number" || !Number.isSafeInteger(cents) || !/^[A-Z]{3}$/.test(String(currency)))
    return undefined;
  return moneyText(String(currency), cents);
}
