import type { Asker } from "../api/approval.ts";
import type { MandateDesk, MandateStart, MandateTerms } from "../api/mandate.ts";
import type { Form } from "../http/read-form.ts";
import { bothConditions } from "../mandates/grant-problem.ts";
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

/** The terms as a person has entered them. What the form does not ask for stays as it is at the start. */
export function termsIn(form: Form, { old, approval, terms }: MandateStart, now: number): MandateTerms {
  const { caller, until, total, when, ...rest } = terms;
  const text = (name: string): string => form.get(name)?.trim() ?? "";
  const isGiven = old !== undefined || approval !== undefined;
  const of = old ? (total?.of ?? text("of")) : text("of");
  const hours = Number(text("hours"));
  return {
    ...rest,
    caller: isGiven ? caller : callerIn(text("caller"), text("kind"), caller),
    when: old ? bothConditions(when, text("when")) : text("when"),
    count: Number(text("count")),
    until: old && text("hours") === "" ? until : now + hours * hourMs,
    ...(of !== "" && { total: { of, limit: Number(text("limit")) } }),
  };
}

/** Of the tenant and the issuer of whoever grants. */
function callerIn(id: string, kind: string, start: Asker): Asker {
  return { ...start, id, kind: kind === "user" ? "user" : "agent" };
}
