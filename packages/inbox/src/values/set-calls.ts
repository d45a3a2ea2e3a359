import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import { moneyOf } from "@proviso/manifest/question";
import type { ShownCall } from "@proviso/server/extension";

type Plan = NonNullable<ShownCall["plan"]>;
type Rows = readonly JsonObject[];

/** The set of calls in a plan, and what they add up to. Undefined if the plan has none, or something else there. */
export function setOfPlan({ set }: Plan): Readonly<Record<"calls" | "sums", Rows>> | undefined {
  const [calls, sums] = isObject(set) ? [rows(set["calls"]), rows(set["sums"])] : [];
  return calls && sums && { calls, sums };
}

/** The words of the button that approves. */
export function approveText({ plan, sentence }: ShownCall): string {
  const set = plan && setOfPlan(plan);
  if (set) return `Approve ${sizeOfSet(set)}`;
  const [amount, other] = amountsIn({ sentence });
  return amount && !other ? `Approve ${amount[0]}` : "Approve this one call";
}

/** `4 calls, EUR 12.34 in all`: without the sum if there are several, which the page lists. */
function sizeOfSet({ calls, sums }: NonNullable<ReturnType<typeof setOfPlan>>): string {
  const [total, other] = sums.flatMap((each) => each["total"] ?? []);
  const isSum = typeof total === "string" && other === undefined && sumOfMoney.test(total);
  return sized(calls.length, isSum ? total : "");
}

/** The preview of another tool may hold any text there. */
const sumOfMoney = /^-?[A-Z]{3} [\d,.]+ in all$/;

function sized(count: number, total: string): string {
  return `${count === 1 ? "1 call" : `${count} calls`}${total === "" ? "" : `, ${total}`}`;
}

/** As only the format `money` of a summary writes a value: texts have quotes. */
const money = /^([A-Z]{3}) ([\d,]+)(?:\.(\d+))?/;

/** `4 calls, EUR 12.34 in all`: without the sum unless each sentence has one amount, all in one currency. */
export function sizeOfCalls(calls: readonly ShownCall[]): string {
  const amounts = calls.map(amountsIn);
  const currency = amounts[0]?.[0]?.[1];
  const isOne = amounts.every(({ length, 0: each }) => length === 1 && each?.[1] === currency);
  const total = calls.reduce((sum, each) => sum + minorUnits(each), 0);
  const text = isOne && currency !== undefined ? moneyOf({ cents: total, currency }) : undefined;
  return sized(calls.length, text === undefined ? "" : `${text} in all`);
}

/** The one amount in the sentence of a call, in the smallest unit of its currency; not a number otherwise. */
export function minorUnits(call: Pick<ShownCall, "sentence">): number {
  const [[, , euros, cents = ""] = [], other] = amountsIn(call);
  return other ? NaN : Number(`${euros}${cents}`.replaceAll(",", ""));
}

function amountsIn({ sentence }: Pick<ShownCall, "sentence">) {
  return sentence.parts.flatMap(({ kind, text }) => {
    const amount = kind === "value" ? money.exec(text) : null;
    return amount ? [amount] : [];
  });
}

function rows(value: Json | undefined): Rows | undefined {
  return Array.isArray(value) && value.length > 0 && value.every(isObject) ? value : undefined;
}
