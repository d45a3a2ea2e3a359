import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import { callSentence, valueAt } from "@proviso/manifest/question";
import { fingerprint, type AuditEntry, type Principal, type Realm } from "@proviso/server/extension";
import type { MandateExamples, MandateStart, MandateTerms } from "../api/mandate.ts";
import { mayHaveActed } from "../approvals/call-history.ts";
import { otherAccount, type SaidText, textsIn } from "../approvals/other-account.ts";
import { amountOf, conditionOf, fitsTotal } from "./mandate-state.ts";

const maxExamples = 5;
const maxFields = 20;

/**
 * What the terms would say of recent calls of this tool in the caller's tenant, and of the contract's examples;
 * and which arguments of one of them could be anything. Recorded arguments of which something was left out are no examples.
 */
export function mandateExamples(
  terms: MandateTerms,
  { approval, input, tool }: MandateStart,
  entries: readonly AuditEntry[],
  realm: Realm,
  now: number,
): MandateExamples {
  const { caller } = terms;
  const recent = entries.filter(
    (entry) =>
      entry.kind === "intent" &&
      entry.tool === terms.tool &&
      entry.fingerprint !== undefined &&
      entry.principal?.tenant === caller.tenant,
  );
  const inputs = [
    ...(approval !== undefined && input ? [input] : []),
    ...recent.toReversed().map((entry) => entry.input),
    ...tool.examples.map((each) => each.input),
  ].filter((each): each is JsonObject => isObject(each));
  const distinct = [...new Map(inputs.map((each) => [fingerprint(each), each])).values()];
  const holds = conditionOf(terms, tool.inputSchema);
  const principal: Principal = { ...caller, permissions: [] };
  const isAllowed = (each: JsonObject): boolean =>
    fitsTotal(terms, 0, amountOf(terms, each)) && holds(each, principal, realm, now);
  const base = distinct.find(isAllowed);
  // The waiting call has a page of its own, and is not counted.
  const others = distinct.filter((each) => !input || fingerprint(each) !== fingerprint(input));
  const ends = new Map(entries.flatMap((each) => (each.kind === "outcome" ? [[each.callId, each]] : [])));
  const done = recent.filter(({ callId }) => mayHaveActed(ends.get(callId)));
  const runs = (each: JsonObject): boolean => {
    const said = { input: each, sentence: callSentence(tool, each) };
    const isMoved = freeAccounts(said, isAllowed).length > 0 && otherAccount(said, done) !== undefined;
    return isAllowed(each) && !isMoved;
  };
  return {
    allowed: others.filter(runs).slice(0, maxExamples),
    asked: others.filter((each) => !runs(each)).slice(0, maxExamples),
    freeAccounts: base ? freeAccounts({ input: base, sentence: callSentence(tool, base) }, isAllowed) : [],
    open: base
      ? pathsIn(base)
          .slice(0, maxFields)
          .filter((path) => isOpen(base, path, isAllowed))
          .map((path) => path.join("."))
      : [],
  };
}

/** The bank accounts in a call that could be others, by one character, while the condition holds. */
export function freeAccounts(
  said: Parameters<typeof textsIn>[0],
  isAllowed: (input: JsonObject) => boolean,
): readonly string[] {
  const isFree = ({ isAccount, path, text }: SaidText): boolean =>
    Array.from(text, (each, at) => `${text.slice(0, at)}${nextTo(each)}${text.slice(at + 1)}`).some(
      (other) => isAccount && isAllowed(withValue(said.input, path, other)),
    );
  return textsIn(said)
    .filter(isFree)
    .map(({ name }) => name);
}

function nextTo(character: string): string {
  return /\d/.test(character) ? String((Number(character) + 1) % 10) : character === "A" ? "B" : "A";
}

function pathsIn(value: JsonObject, before: readonly string[] = []): readonly (readonly string[])[] {
  return Object.entries(value).flatMap(([name, each]) =>
    isObject(each) && Object.keys(each).length > 0 ? pathsIn(each, [...before, name]) : [[...before, name]],
  );
}

/** Tries other values of one argument. */
function isOpen(
  base: JsonObject,
  path: readonly string[],
  isAllowed: (input: JsonObject) => boolean,
): boolean {
  const others = otherValues(valueAt(base, path) ?? null);
  return others.length > 0 && others.every((other) => isAllowed(withValue(base, path, other)));
}

function otherValues(value: Json): readonly Json[] {
  if (typeof value === "string") return [`${value}x`, `x${value}`, "anything"];
  if (typeof value === "boolean") return [!value];
  if (typeof value === "number") return [...new Set([value + 1, value * 10, value * 1000, 0, -value])];
  if (Array.isArray(value)) return [[], [...value, ...value.slice(0, 1)], [...value, "anything"]];
  return [];
}

function withValue(base: JsonObject, [name = "", ...rest]: readonly string[], value: Json): JsonObject {
  const inner = base[name];
  return { ...base, [name]: rest.length > 0 && isObject(inner) ? withValue(inner, rest, value) : value };
}
