import { isObject, type Json } from "@proviso/manifest";
import { contractPart, hiddenIn } from "../clauses/contract.ts";
import type { Step, Trial, World } from "../model.ts";

const hidden = "[secret]";
/** A shorter text stands in too many places by chance. */
const leastLength = 4;

/** Copies a value without these texts, also where they stand in JSON that is itself a text, or in a name. */
export function without<Value>(value: Value, secrets: Iterable<string>): Value {
  const texts = [...secrets].flatMap((each) => [each, JSON.stringify(each).slice(1, -1)]);
  // Longer ones first: one may hold another.
  const sorted = texts.toSorted((a, b) => b.length - a.length);
  const clean = (text: string): string => sorted.reduce((rest, each) => rest.replaceAll(each, hidden), text);
  return mapped(value as Json, clean) as Value;
}

/** Copies a value with other texts in the place of those in it, names too. */
export function mapped(value: Json, clean: (text: string) => Json): Json {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((each: Json) => mapped(each, clean));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, each]) => [String(clean(name)), mapped(each, clean)]);
  return Object.fromEntries(entries) as Json;
}

/** Copies a trial, and a sentence about it, without secrets of the server and sensitive arguments. */
export function masked(
  { prelude, steps }: Trial,
  observed: string,
  { tools, secrets }: World,
): Trial & { readonly observed: string } {
  const found = new Set(secrets);
  const note = (text: string): string => {
    if (text.length >= leastLength) found.add(text);
    return text;
  };
  const hide = (step: Step): Step => {
    const { action } = step;
    if (action.kind !== "call") return step;
    const tool = tools.find(({ name }) => name === action.tool);
    const names = [tool?.inputSchema ?? {}, contractPart(tool, "inputSchema")].flatMap(hiddenIn);
    const args: Record<string, Json> = { ...action.arguments };
    for (const name of names.filter((each) => args[each] !== undefined)) {
      mapped(args[name] ?? null, note);
      args[name] = hidden;
    }
    return { ...step, action: { ...action, arguments: args } };
  };
  // Only what comes from the server and the calls: the words of the trace itself stay.
  const clean = ({ action, answer, changes }: Step): Step => {
    const { kind, ms, ...said } = answer;
    const parts = Object.entries(said).map(([name, part]) => [name, without(part, found)]);
    return {
      action: action.kind === "call" ? { ...action, arguments: without(action.arguments, found) } : action,
      answer: { kind, ms, ...Object.fromEntries(parts) },
      changes: changes.map((each) => ({ ...each, what: without(each.what, found) })),
    };
  };
  const [first, then] = [prelude.map(hide), steps.map(hide)];
  return { prelude: first.map(clean), steps: then.map(clean), observed: without(observed, found) };
}
