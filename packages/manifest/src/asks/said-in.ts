import type { Json } from "../contract/contract.ts";
import { isList, isObject } from "../contract/is-object.ts";
import { moneyOf } from "./money-of.ts";

/**
 * Whether one of a plan's sentences says a value of the plan: a text or an amount (`EUR 1.00` or `1.00 EUR`) as a word, or a number of two
 * digits with the words of its name (`107 days late` for `daysLate`). A sentence may repeat what the caller wrote, and a memo `fee 9.00 EUR` says
 * nothing of the fee: so a value that is in `given`, the call's arguments, is not said.
 */
export function saidIn(
  sentences: readonly string[],
  given: Json,
): (value: Json | undefined, name?: string) => boolean {
  const own = textsIn(given).join("\n").toLowerCase();
  return (value, name = "") => {
    const money = value === undefined ? undefined : moneyOf(value);
    if (money === undefined && typeof value !== "string" && typeof value !== "number") return false;
    const beside = typeof value === "number" ? wordsOf(name) : "";
    if (typeof value === "number" && beside === "") return false;
    return formsOf(money ?? String(value)).some(
      (form) =>
        form.length > 1 &&
        !own.includes(form.toLowerCase()) &&
        sentences.some(
          (each) => hasWord(each, form) && (beside === "" || hasWord(each.toLowerCase(), beside)),
        ),
    );
  };
}

function formsOf(text: string): readonly string[] {
  const [, code = "", amount] = /^([A-Z]{3}) ([\d.,]+)$/.exec(text) ?? [];
  return amount === undefined ? [text] : [text, `${amount} ${code}`];
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (isList(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** `days late` for `steps[0].daysLate`; empty for a name with other characters. */
function wordsOf(name: string): string {
  const [, own = ""] = /(?:^|\.)(\w+)(?:\[\d+\])*$/.exec(name) ?? [];
  return own.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase();
}

function hasWord(sentence: string, word: string): boolean {
  for (let at = sentence.indexOf(word); at >= 0; at = sentence.indexOf(word, at + 1))
    if (!goesOn.before.test(sentence.slice(0, at)) && !goesOn.after.test(sentence.slice(at + word.length)))
      return true;
  return false;
}

/** A word is no part of a longer one, and a number none of `1,200.00`. */
const goesOn = { before: /(?:[\p{L}\p{N}_-]|\d[.,])$/u, after: /^(?:[\p{L}\p{N}_-]|[.,]\d)/u } as const;
