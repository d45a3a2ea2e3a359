import { type ToolContract, approvalTerms } from "@proviso/manifest";
import { valueAt } from "@proviso/manifest/question";
import { isLogInEnough, type Reviewer, type ShownCall } from "@proviso/server/extension";
import type { Asker } from "../api/approval.ts";
import type { MandateDesk, MandateStart, MandateTerms } from "../api/mandate.ts";
import { deciderOf, identityOf, isHidden } from "../approvals/decider.ts";
import { objectionTo, type Deciding } from "../approvals/may-decide.ts";
import { logInToGrant, toolProblem } from "./grant-problem.ts";
import { conditionFrom, isFewTexts, type Limit } from "./limits.ts";
import { argumentsOf, isNameable } from "./term-arguments.ts";
import type { MandateParts } from "./mandate-parts.ts";

const firstCount = 5;
const dayMs = 24 * 60 * 60_000;

type From = Parameters<MandateDesk["start"]>[0];

/** What a person begins a grant with: the calls like one that waits, what is left of a mandate, or a tool alone. */
export async function startOfGrant(
  parts: MandateParts,
  get: MandateDesk["get"],
  from: From,
  reviewer: Reviewer,
): Promise<MandateStart | undefined> {
  const decider = deciderOf(reviewer, parts.clock);
  if (!decider) return undefined;
  const now = (await parts.now()).getTime();
  const until = now + dayMs;
  if ("mandate" in from) {
    const old = await get(from.mandate, reviewer);
    const tool = old && toolOf(parts, old.tool);
    if (!tool || old.ended) return undefined;
    const { caller, total, when } = old;
    const terms: MandateTerms = {
      tool: tool.name,
      caller,
      when,
      count: old.count - old.used,
      ...(total && { total: { of: total.of, limit: total.limit - old.spent } }),
      until: old.until,
      contractHash: tool.hash,
    };
    return startWith(tool, decider, now, { terms, old });
  }
  if ("approval" in from) {
    const { approval } = await parts.records.byId(from.approval);
    const tool = approval && toolOf(parts, approval.terms.tool);
    if (!tool || approval.state !== "pending" || !mayBegin(approval.asker, tool, decider)) return undefined;
    const { logIn: _, ...caller } = approval.asker;
    const { input } = approval.shown;
    const likeIt = {
      tool: tool.name,
      caller,
      ...termsLike(tool, approval.shown),
      until,
      contractHash: tool.hash,
    };
    return startWith(tool, decider, now, { terms: likeIt, approval: approval.id, input });
  }
  const tool = toolOf(parts, from.tool);
  const caller = agentOf(decider);
  if (!tool || !mayBegin(caller, tool, decider)) return undefined;
  const terms = { tool: tool.name, caller, when: "", count: firstCount, until, contractHash: tool.hash };
  return startWith(tool, decider, now, { terms });
}

/** Tools for whose calls somebody may begin a grant. */
export function toolsToGrant(parts: MandateParts, reviewer: Reviewer): readonly ToolContract[] {
  const decider = deciderOf(reviewer, parts.clock);
  if (!decider) return [];
  return (parts.tools ?? []).filter(
    (tool) => toolProblem(tool) === undefined && mayBegin(agentOf(decider), tool, decider),
  );
}

/** Whoever acts for the person who grants. */
function agentOf({ by: { name: _name, ...person } }: Deciding): Asker {
  return { ...identityOf(person), kind: "agent" };
}

function toolOf({ tools }: MandateParts, wanted: string): ToolContract | undefined {
  const tool = tools?.find(({ name }) => name === wanted);
  return tool && toolProblem(tool) === undefined ? tool : undefined;
}

function mayBegin(asker: Asker, tool: ToolContract, { by, permissions }: Deciding): boolean {
  const rules = approvalTerms(tool);
  const isOther = rules.approver === "other" && asker.id === by.id ? { ...asker, id: "" } : asker;
  const objection = objectionTo({ asker: isOther, decisions: [], rules }, by, permissions);
  return objection === undefined || !isHidden(objection);
}

function startWith(
  tool: ToolContract,
  { by, logIn: own }: Deciding,
  now: number,
  more: Pick<MandateStart, "terms" | "old" | "approval" | "input">,
): MandateStart {
  const logIn = logInToGrant(tool);
  const lacksLogIn = logIn && (by.isOperator || !isLogInEnough(own, logIn, now));
  return { tool, ...more, ...(logIn && { logIn }), ...(lacksLogIn && { lacksLogIn }) };
}

/**
 * The calls whose sentence is like that of this one: with the same values, and amounts of money that are no larger. Of another number,
 * less may be more: a person 1 day late is written to as one who is 14 days late. The first amount counts towards a total.
 */
function termsLike(
  tool: ToolContract,
  { input, sentence }: ShownCall,
): Pick<MandateTerms, "when" | "count" | "total"> {
  const amounts = argumentsOf(tool).flatMap(({ currency, name }) => (currency === "" ? [] : [name]));
  const paths = sentence.parts
    .flatMap((part) => (part.kind === "value" ? part.shows : []))
    .filter(isNameable);
  const limits = paths.flatMap((path): readonly (readonly [string, Limit])[] => {
    const value = valueAt(input, path);
    const isPlain = ["string", "boolean", "number"].includes(typeof value) || isFewTexts(value);
    const isAmount = typeof value === "number" && amounts.includes(path.join("."));
    const op = isFewTexts(value) ? "in" : isAmount ? "<=" : "==";
    return value !== undefined && isPlain ? [[path.join("."), { op, value }]] : [];
  });
  const when = conditionFrom(new Map(limits));
  const counted = paths.find((path) => amounts.includes(path.join(".")) && Number(valueAt(input, path)) > 0);
  const total = counted && {
    of: counted.join("."),
    limit: firstCount * Number(valueAt(input, counted)),
  };
  return { when, count: firstCount, ...(total && { total }) };
}
