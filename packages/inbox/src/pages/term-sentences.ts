import type { Json, JsonObject, ToolContract } from "@proviso/manifest";
import { callSentence, moneyOf, numberText, sentenceText, valueAt } from "@proviso/manifest/question";
import type { MandateTerms } from "../api/mandate.ts";
import { type Limit, limitsIn, onlyText } from "../mandates/limits.ts";
import { argumentsOf } from "../mandates/term-arguments.ts";

/** What terms say of one argument. `isFree`: it may be anything. */
export interface TermSentence {
  readonly name: string;
  readonly text: string;
  readonly isFree?: boolean;
}

/** `Any amount up to EUR 11.00. Any order.` Undefined if the condition says more than limits of arguments. */
export function termSentences(
  { total, when }: Pick<MandateTerms, "total" | "when">,
  tool: ToolContract,
): readonly TermSentence[] | undefined {
  const limits = limitsIn(when);
  const known = argumentsOf(tool);
  const names = known.flatMap(({ currency, name }) => [name, currency]);
  if (!limits || [...limits.keys()].some((name) => !names.includes(name))) return undefined;
  return known.map(({ currency, isFromZero, isNumber, name, noun }) => {
    const limit = limits.get(name);
    const code = /^([A-Z]{3})?$/.test(currency) ? currency : onlyText(limits, currency);
    const money = code === undefined ? " in any currency" : code && !limit ? ` in ${valueText(code)}` : "";
    const below = limit?.op === "<=" && isNumber && !isFromZero && total?.of !== name ? ", or below 0" : "";
    const text = `${limitText(limit, noun, code)}${money}${below}.`;
    return { name, text, isFree: !limit || code === undefined };
  });
}

function limitText(limit: Limit | undefined, noun: string, code = ""): string {
  if (!limit) return `Any ${noun}`;
  const { op, value } = limit;
  const plain =
    typeof value === "number" ? `${numberText(value)}${code && ` ${valueText(code)}`}` : valueText(value);
  const text = moneyOf({ cents: Number(value), currency: code }) ?? plain;
  const isClaim = /\b(?:comment|memo|note|reason)$/.test(noun);
  return op === "<="
    ? `Any ${noun} up to ${text}`
    : `Only ${noun} ${text}${isClaim ? ", which the agent writes and nobody checks" : ""}`;
}

/** A value as the sentence of a call writes it, a list whole: nothing in a text ends its quotation. */
export function valueText(value: Json): string {
  if (Array.isArray(value)) return (value as readonly Json[]).map(valueText).join(", ");
  const sentence = callSentence({ title: "", summary: ": {value}", inputSchema: {} }, { value });
  return sentenceText(sentence).slice(2);
}

/** The most that all calls together can move, if the tool moves one amount; `besides`: and a call that they do not count. */
export function mostInAll(
  { count, total, when }: Pick<MandateTerms, "count" | "total" | "when">,
  tool: ToolContract,
  besides?: JsonObject,
): string | undefined {
  const [money, other] = argumentsOf(tool).filter(({ currency }) => currency !== "");
  const limits = limitsIn(when);
  if (!money || other) return undefined;
  const most = Number(limits?.get(money.name)?.value ?? Infinity) * count;
  const sum = Math.min(most, total?.of === money.name ? total.limit : Infinity);
  const currency = onlyText(limits, money.currency) ?? money.currency;
  const part = (path: string): Json | undefined => besides && valueAt(besides, path.split("."));
  if ((part(money.currency) ?? currency) !== currency) return undefined;
  return moneyOf({ cents: sum + Number(part(money.name) ?? 0), currency });
}
