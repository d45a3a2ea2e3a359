import { movesMoney, type Json, type JsonObject } from "@proviso/manifest";
import { besideSentence, callSentence, readSummary, sentenceText, valueAt } from "@proviso/manifest/question";
import type { CollectedCall } from "./collector.ts";

/** An amount of a call, in the smallest unit of its currency, as the summary of its contract says. */
interface Amount {
  readonly amount: number;
  readonly unit: string;
}

interface Row {
  readonly call: CollectedCall;
  readonly sentence: string;
  /** The arguments that the sentence does not show whole. */
  readonly beside: JsonObject;
  readonly plan?: JsonObject;
  readonly input: JsonObject;
  /** Null if it is in no currency that is known. */
  readonly money: Amount | null | undefined;
  readonly unlike: string | undefined;
}

/** More than this many times the median of its unit is unusual. */
const unusualFactor = 3;
const fewestToCompare = 5;

/**
 * What a person is shown of a set, as JSON: sums for each tool and unit, and every argument of every call, unusual calls first, then
 * large ones.
 */
export function tableOf(calls: readonly CollectedCall[], now: Date): Table {
  const seen = calls.map((call) => rowOf(call, now));
  const rows = seen.map((row) => ({ ...row, unlike: unlikeOthers(row, seen) ?? sharedText(row, seen) }));
  const shown = rows.toSorted(
    (one, other) =>
      Number(other.unlike !== undefined) - Number(one.unlike !== undefined) ||
      Math.abs(other.money?.amount ?? 0) - Math.abs(one.money?.amount ?? 0),
  );
  return { sums: sumsOf(rows), calls: shown.map(shownRow) };
}

type Table = Readonly<Record<"sums" | "calls", readonly JsonObject[]>>;

/** `EUR 62.25 in all`; undefined if a table has no sum of money, or several. */
export function totalOf({ sums }: Table): string | undefined {
  const [total, other] = sums.flatMap((each) => each["total"] ?? []);
  return typeof total === "string" && other === undefined ? total : undefined;
}

function rowOf(call: CollectedCall, now: Date): Row {
  const { input = {}, plan } = call.shown({ product: "", env: "" }, now) ?? {};
  const sentence = callSentence(call.contract, input);
  return {
    call,
    sentence: sentenceText(sentence),
    beside: besideSentence(sentence, input),
    ...(plan && { plan: previewOf(plan) }),
    input,
    money: moneyOf(call, input),
    unlike: undefined,
  };
}

/** The tool's own part of a plan, and what it expects. Calls whose plans warn are in no set. */
function previewOf(plan: JsonObject): JsonObject {
  const {
    dryRun: _dryRun,
    estimatedDurationMs: _time,
    missingPermissions: _none,
    warnings: _no,
    ...preview
  } = plan;
  return preview;
}

function shownRow({ beside, call, plan, sentence, unlike }: Row): JsonObject {
  return {
    tool: call.terms.tool,
    call: sentence,
    ...(unlike !== undefined && { unusual: unlike }),
    ...(Object.keys(beside).length > 0 && { with: beside }),
    ...(plan && { plan }),
  };
}

/** The amount that the contract's summary writes as money; undefined if there is none, or several. */
function moneyOf({ contract }: CollectedCall, input: JsonObject): Row["money"] {
  const template = contract.summary === undefined ? undefined : readSummary(contract.summary);
  const [part, other] = template?.ok
    ? template.parts.filter((each) => each.kind === "argument" && each.format === "money")
    : [];
  if (part?.kind !== "argument" || other) return undefined;
  const amount = valueAt(input, part.path);
  const [detail = ""] = part.details;
  const unit: Json | undefined = /^[A-Z]{3}$/.test(detail) ? detail : valueAt(input, detail.split("."));
  if (amount === undefined) return undefined;
  if (typeof amount !== "number" || typeof unit !== "string") return null;
  return moneyText(amount, unit) === undefined ? null : { amount, unit };
}

/** Says why a call stands out among the others; undefined if it does not. */
function unlikeOthers(row: Row, rows: readonly Row[]): string | undefined {
  if (row.money === null) return "its amount is in no known currency";
  if (rows.length < fewestToCompare) return undefined;
  const ofTool = rows.filter(({ call }) => call.terms.tool === row.call.terms.tool);
  if (ofTool.length === 1) return "the only call of this tool";
  const { money } = row;
  const alike = ofTool.flatMap(({ money: each }) => (each && each.unit === money?.unit ? [each.amount] : []));
  if (!money || alike.length === 0) return undefined;
  if (alike.length === 1) return `the only amount in ${money.unit}`;
  if (money.amount < 0 && alike.some((each) => each > 0)) return "less than nothing, which lowers the sum";
  const sizes = alike.map(Math.abs).toSorted((one, other) => one - other);
  const median = sizes[Math.floor((sizes.length - 1) / 2)] ?? 0;
  return Math.abs(money.amount) > unusualFactor * median ? "much more than the others" : undefined;
}

/** Says that another call of the tool has a text too that mostly differs, such as the id of an order. */
function sharedText({ call, input }: Row, rows: readonly Row[]): string | undefined {
  const ofTool = rows.filter((each) => each.call.terms.tool === call.terms.tool);
  const shared = Object.keys(input).find((name) => {
    const values = ofTool.map((each) => each.input[name]);
    const equal = values.filter((value) => value === input[name]);
    return typeof input[name] === "string" && equal.length > 1 && new Set(values).size > values.length / 2;
  });
  return shared === undefined ? undefined : `the same ${shared} as another call`;
}

function sumsOf(rows: readonly Row[]): readonly JsonObject[] {
  const sums = new Map<
    string,
    { readonly tool: string; readonly unit?: string; count: number; amount: number; isUnsaid?: boolean }
  >();
  for (const { call, money } of rows) {
    const { tool } = call.terms;
    const key = JSON.stringify([tool, money?.unit]);
    const sum = sums.get(key) ?? { tool, ...(money && { unit: money.unit }), count: 0, amount: 0 };
    sum.count += 1;
    sum.amount += money?.amount ?? 0;
    sum.isUnsaid ||= money === null || (!money && call.contract.sideEffects.some(movesMoney));
    sums.set(key, sum);
  }
  return [...sums.values()].map(({ amount, unit, isUnsaid, ...sum }) => {
    if (unit !== undefined) return { ...sum, total: moneyText(amount, unit) ?? `too much ${unit} to add up` };
    return isUnsaid ? { ...sum, total: "amounts that are not added up" } : sum;
  });
}

/** `EUR 62.25 in all`, as sentences write it; undefined if the amount or the unit is no known one. */
function moneyText(amount: number, unit: string): string | undefined {
  const contract = { title: "", summary: "{amount, money unit} in all", inputSchema: {} };
  const text = sentenceText(callSentence(contract, { amount, unit }));
  return /^-?[A-Z]{3} /.test(text) ? text : undefined;
}
