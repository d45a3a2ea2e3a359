import {
  approvalTerms,
  variantsOf,
  escapeText,
  riskLevels,
  serverAsks,
  type RiskLevel,
  type ToolContract,
} from "@proviso/manifest";
import { checkCondition } from "@proviso/manifest/condition";
import { identityOf, isLogInEnough, logInOf, logInText, type WantedLogIn } from "@proviso/server/extension";
import type { Mandate, MandateTerms } from "../api/mandate.ts";
import { notDecided } from "../approvals/decider.ts";
import { objectionTo, type Deciding } from "../approvals/may-decide.ts";
import { argumentsOf, type TermArgument } from "./term-arguments.ts";

const maxCount = 1000;
const longestId = 200;
const longestMs = 30 * 24 * 60 * 60_000;
/** How recent the log-in must be of whoever grants calls of critical risk. */
const freshMs = 5 * 60_000;

/** The highest risk of a tool: a refinement may have another than the tool as written. */
export function riskOf(tool: ToolContract): RiskLevel {
  const levels = variantsOf(tool).map(({ riskLevel }) => riskLevels.indexOf(riskLevel));
  return riskLevels[Math.max(...levels)] ?? tool.riskLevel;
}

/** The log-in that a grant needs: for calls of critical risk a fresh one, as strong as the contract wants it. */
export function logInToGrant(tool: ToolContract): WantedLogIn | undefined {
  if (riskLevels.indexOf(riskOf(tool)) < riskLevels.indexOf("critical")) return undefined;
  const { maxAgeMs = freshMs, acr } = logInOf(tool) ?? {};
  return { maxAgeMs: Math.min(maxAgeMs, freshMs), ...(acr !== undefined && { acr }) };
}

/** Says why no calls of a tool have standing approvals; undefined if they can. */
export function toolProblem(tool: ToolContract): string | undefined {
  const { approvers, by } = approvalTerms(tool);
  if (tool.riskLevel === "forbidden") return "a forbidden tool is never called by agents";
  if (variantsOf(tool).every((each) => serverAsks(each) === "never"))
    return "nobody is asked about calls of this tool";
  if (by === "here") return "calls of this tool are approved in the client that calls, and not here";
  return approvers > 1 ? "several people have to approve each call of this tool" : undefined;
}

/**
 * Says why somebody cannot grant these terms; undefined if they can. Whoever could approve each of the calls can. `now` is in
 * milliseconds since the epoch.
 */
export function grantProblem(
  tool: ToolContract,
  terms: MandateTerms,
  { by, logIn, permissions }: Deciding,
  now: number,
): string | undefined {
  const { caller, contractHash, count, total, until, when } = terms;
  const problem = toolProblem(tool);
  if (problem !== undefined) return problem;
  if (tool.hash !== contractHash) return "the contract of the tool has changed: look at it again";
  const { id } = caller;
  if (id.trim() !== id || id === "" || id.length > longestId || escapeText(id) !== id)
    return `the id of the caller has 1 to ${longestId} characters, none of them hidden`;
  const objection = objectionTo(
    { asker: caller, decisions: [], rules: approvalTerms(tool) },
    by,
    permissions,
  );
  if (objection !== undefined) return notDecided(objection).message;
  const wanted = logInToGrant(tool);
  if (wanted && (by.isOperator || !isLogInEnough(logIn, wanted, now)))
    return `calls of critical risk are approved beforehand with ${logInText(wanted)}: sign in again`;
  if (!Number.isInteger(count) || count < 1 || count > maxCount)
    return `the number of calls is from 1 to ${maxCount}`;
  if (!(until > now && until <= now + longestMs)) return "the end is in the future, within 30 days";
  if (total && !(Number.isFinite(total.limit) && total.limit > 0)) return "the total is a number above 0";
  const isTotal = (each: TermArgument): boolean =>
    each.isNameable && each.isNumber && each.name === total?.of;
  if (total && !argumentsOf(tool).some(isTotal)) return `\`${total.of}\` is no number of this tool's input`;
  const check = checkCondition(when, tool.inputSchema);
  return check.ok ? undefined : `the condition does not fit this tool: ${check.message}`;
}

/** Says why terms are not within what is left of a standing approval; undefined if they are. */
export function wideningProblem(
  old: Mandate,
  terms: MandateTerms,
  { inputSchema }: Pick<ToolContract, "inputSchema">,
): string | undefined {
  if (old.tool !== terms.tool || old.principal !== identityOf({ ...terms.caller, permissions: [] }))
    return "tool and caller stay as they are";
  if (terms.count > old.count - old.used) return "no more calls than are left";
  if (terms.until > old.until) return "not longer than before";
  const { total } = old;
  const left = total && total.limit - old.spent;
  if (total && (terms.total?.of !== total.of || terms.total.limit > (left ?? 0)))
    return "no larger total than is left";
  if (terms.when === old.when) return undefined;
  const added = addedCondition(old.when, terms.when);
  if (added === undefined) return "the condition stays, and another may be added to it";
  const check = checkCondition(added, inputSchema);
  return check.ok ? undefined : `the added condition: ${check.message}`;
}

/** Both conditions. The added one is checked by itself, so that none of its brackets closes ours. */
export function bothConditions(before: string, added: string): string {
  return added === "" ? before : `(${before}) && (${added})`;
}

function addedCondition(before: string, after: string): string | undefined {
  const start = `(${before}) && (`;
  return after.startsWith(start) && after.endsWith(")") ? after.slice(start.length, -1) : undefined;
}
