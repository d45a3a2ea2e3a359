import type { Asker } from "../api/approval.ts";
import type { MandateDesk, MandateStart, MandateTerms } from "../api/mandate.ts";
import type { Form } from "../http/read-form.ts";
import { choicesOf, chosenLimits, currencyIn, enteredNumber } from "../mandates/choices.ts";
import { bothConditions } from "../mandates/grant-problem.ts";
import { conditionFrom } from "../mandates/limits.ts";
import { idPattern } from "./id-pattern.ts";

type From = Parameters<MandateDesk["start"]>[0];

/** What a grant begins with, in the address of its page: `mandates/new?approval=ID`, `?mandate=ID` or `?tool=NAME`. */
export function startIn(page: string): From | undefined {
  const [, kind, value = ""] = /^\/?mandates\/new\?(approval|mandate|tool)=([\w.-]+)$/.exec(page) ?? [];
  if (kind === "tool") return { tool: value };
  if (!idPattern.test(value)) return undefined;
  return kind === "approval" ? { approval: value } : { mandate: value };
}

const hourMs = 60 * 60_000;

/** The terms as a person has entered them, and what is wrong with a choice. What the form does not ask for stays as it is. */
export function termsIn(
  form: Form,
  start: MandateStart,
  now: number,
): { readonly terms: MandateTerms; readonly problem?: string } {
  const { old, approval } = start;
  const { caller, until, total, when, ...rest } = start.terms;
  const text = (name: string): string => form.get(name)?.trim() ?? "";
  const isGiven = old !== undefined || approval !== undefined;
  const of = old ? (total?.of ?? text("of")) : text("of");
  const hours = Number(text("hours"));
  const noCondition = "write a condition that says which calls are approved";
  const isChosen = !old && text("when") === "";
  const chosen = isChosen && (choicesOf(start).length > 0 ? chosenLimits(start, text) : noCondition);
  const terms: MandateTerms = {
    ...rest,
    caller: isGiven ? caller : callerIn(text("caller"), text("kind"), caller),
    when: old
      ? bothConditions(when, text("when"))
      : typeof chosen === "object"
        ? conditionFrom(chosen) || "true"
        : text("when"),
    count: Number(text("count")),
    until: old && text("hours") === "" ? until : now + hours * hourMs,
    ...(of !== "" && { total: { of, limit: enteredNumber(text("limit"), currencyIn(start, of)) } }),
  };
  return { terms, ...(typeof chosen === "string" && { problem: chosen }) };
}

/** Of the tenant and the issuer of whoever grants. */
function callerIn(id: string, kind: string, start: Asker): Asker {
  return { ...start, id, kind: kind === "user" ? "user" : "agent" };
}
