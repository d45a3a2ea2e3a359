import type { Json } from "../contract/contract.ts";
import { isObject } from "../contract/is-object.ts";
import { summaryValue } from "./summary-values.ts";

/** `EUR 12.50` for an amount with its currency, and nothing else, in one object; undefined for any other value. */
export function moneyOf(value: Json): string | undefined {
  if (!isObject(value) || Object.keys(value).toSorted().join() !== "cents,currency") return undefined;
  const { cents = null, currency } = value;
  if (typeof currency !== "string" || !/^[A-Z]{3}$/.test(currency)) return undefined;
  const { text } = summaryValue(
    { kind: "argument", path: [], format: "money", details: [currency], group: 0 },
    cents,
    {},
  );
  return /^-?[A-Z]{3} /.test(text) ? text : undefined;
}
