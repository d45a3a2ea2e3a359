import type { Json, ToolContract } from "@proviso/manifest";
import { callSentence, numberText, sentenceText } from "@proviso/manifest/question";
import type { MandateTerms } from "../api/mandate.ts";
import { type Limit, limitsIn, onlyValue } from "../mandates/limits.ts";
import { argumentsOf, currencyOf, type TermArgument } from "../mandates/term-arguments.ts";
import { moneyText } from "../values/set-calls.ts";

/** What terms say of one argument. `isFree`: the sentence of a call shows it, and it may be anything. */
export interface TermSentence {
  readonly name: string;
  readonly text: string;
  readonly isFree: boolean;
}

/** `Any order. Any amount up to EUR 11.00.` Undefined if the condition says more than limits of arguments. */
export function termSentences(
  { total, when }: Pick<MandateTerms, "total" | "when">,
  tool: ToolContract,
): readonly TermSentence[] | undefined {
  const limits = limitsIn(when);
  const known = argumentsOf(tool);
  const names = new Set(known.flatMap(({ name, currency = name }) => [name, currency]));
  if (!limits || [...limits.keys()].some((name) => !names.has(name))) return undefined;
  const said = known.map((each) => {
    const limit = limits.get(each.name);
    const money = each.currency === undefined ? "" : fixedCurrency(each.currency, limits);
    const below = each.type === "number" && !each.isFromZero && total?.of !== each.name ? ", or below 0" : "";
    return {
      name: each.name,
      text: `${sentenceOf(each, limit, money, below)}.`,
      isFree: each.isShown && (!limit || money === undefined),
    };
  });
  return [...said, { name: "", text: "Nothing else may differ.", isFree: false }];
}

function sentenceOf(
  { noun }: TermArgument,
  limit: Limit | undefined,
  money: string | undefined,
  below: string,
): string {
  const number = (value: number): string =>
    money === undefined || money === ""
      ? numberText(value)
      : (moneyText(money, value) ?? `${numberText(value)} ${valueText(money)}`);
  const currency =
    money === undefined
      ? " in any currency"
      : money && !limit
        ? ` in ${moneyText(money, 1) ? money : valueText(money)}`
        : "";
  if (!limit) return `Any ${noun}${currency}`;
  if ("most" in limit) return `Any ${noun} up to ${number(limit.most)}${currency}${below}`;
  const { is } = limit;
  return `Only ${noun} ${typeof is === "number" ? number(is) : valueText(is)}${currency}`;
}

function fixedCurrency(currency: string, limits: ReadonlyMap<string, Limit>): string | undefined {
  const code = /^[A-Z]{3}$/.test(currency) ? currency : onlyValue(limits, currency);
  return typeof code === "string" ? code : undefined;
}

/** What may be anything, of what the sentence of a call shows; of another condition, what it does not name. */
export function freeArguments(terms: Pick<MandateTerms, "total" | "when">, tool: ToolContract) {
  const unnamed = argumentsOf(tool).filter((each) => each.isShown && !terms.when.includes(each.name));
  return (
    termSentences(terms, tool)?.filter(({ isFree }) => isFree) ??
    unnamed.map(({ name, noun }) => ({ name, text: `Any ${noun}.` }))
  );
}

/** A value as the sentence of a call writes it: nothing in a text ends its quotation. */
export function valueText(value: Json): string {
  return sentenceText(callSentence({ title: "", summary: "is {value}", inputSchema: {} }, { value })).slice(
    "is ".length,
  );
}

/** The most that all calls together can move, if the tool moves one amount. */
export function mostInAll({ count, total, when }: MandateTerms, tool: ToolContract): string | undefined {
  const [money, other] = argumentsOf(tool).filter(({ currency }) => currency !== undefined);
  if (!money || other) return undefined;
  const limits = limitsIn(when);
  const limit = limits?.get(money.name);
  const one = limit && Number("most" in limit ? limit.most : limit.is);
  const most = Math.min((one ?? Infinity) * count, total?.of === money.name ? total.limit : Infinity);
  const code = currencyOf(money, (path) => onlyValue(limits, path)) ?? "";
  return most < Infinity ? moneyText(code, most) : undefined;
}
