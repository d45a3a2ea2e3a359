import { viewCall } from "../ask/view.ts";
import { callBudget } from "../decide/call-budget.ts";
import { precheck } from "./precheck.ts";
import type { Review } from "./options.ts";
import { type Decision, explainReason, mandatoryDecision } from "../decide/policy.ts";
import { unmetRequirements } from "../decide/requirements.ts";
import { type FailedResult, type PlainResult, failed } from "./result.ts";
import { prepareCall } from "./prepare-call.ts";
import type { PreparedCall, GuardParts } from "./guard-parts.ts";
import type { Tool } from "../tool/tool-set.ts";

/** A decision, and the unmet requirements that led to it. */
export interface Ruling {
  readonly decision: Decision;
  readonly unmet: readonly string[];
}

/** What a decision reads of the guard. */
export type DecidingParts = Pick<GuardParts, "options" | "policies" | "session">;

/** What a decision reads of a call. */
export interface DecidedCall extends Pick<PreparedCall, "subject" | "dryRun"> {
  readonly entry: { readonly tool: Pick<Tool, "requirements"> };
  readonly request: Pick<PreparedCall["request"], "env">;
}

/** Applies the mandatory decision, the budget and the host's policy. If it throws: refused. */
export function decideCall(parts: DecidingParts, call: DecidedCall): Ruling {
  const { subject } = call;
  const { tool } = call.entry;
  const unmet = unmetRequirements(tool.requirements, parts.options.requirements ?? {});
  const facts = { dryRun: call.dryRun, unmetRequirements: unmet };
  const mandatory = mandatoryDecision(subject, facts) ?? budgetRefusal(parts, call);
  if (mandatory) return { decision: mandatory, unmet };
  try {
    const { env } = call.request;
    return { decision: parts.policies.decide(subject, facts, parts.session.facts(), env), unmet };
  } catch {
    return { decision: { kind: "refuse", reasons: ["own:The host's policy failed."] }, unmet };
  }
}

export function budgetRefusal(
  { options, session }: DecidingParts,
  { subject, dryRun, request }: DecidedCall,
): Decision | undefined {
  // Stryker disable next-line ObjectLiteral, ArrayDeclaration: decided before the budget is asked
  const facts = { dryRun, unmetRequirements: [] };
  const decision = callBudget(options.budget ?? {})(subject, facts, session.facts(), request.env);
  return decision.kind === "refuse" ? decision : undefined;
}

export function refused({ session }: GuardParts, { decision, unmet }: Ruling): PlainResult {
  const facts = session.facts();
  const why = decision.reasons.map((reason) => explainReason(reason, facts)).join(" ");
  const needsPerson =
    decision.kind === "ask" ? " A person must approve it, and nobody can be asked here." : "";
  const details = { reasons: decision.reasons, ...(unmet.length > 0 ? { unmet } : {}) };
  return failed("refused_by_guard", `${why}${needsPerson}`, { details });
}

/** What would happen to the call now, at the guard and at the server. */
export async function review(parts: GuardParts, name: string, input: object): Promise<Review> {
  const call = await prepareCall(parts, name, input, false, {});
  if ("ok" in call) return refusedReview(call);
  const { decision } = decideCall(parts, call);
  const foreseen = decision.kind === "ask" ? await precheck(parts, call) : undefined;
  if (foreseen) return refusedReview(foreseen);
  const explanations = decision.reasons.map((reason) => explainReason(reason, parts.session.facts()));
  const { phrase } = call.request;
  const view = viewCall({ ...call.request, explanations });
  return { ...decision, explanations, view, ...(phrase === undefined ? {} : { phrase }) };
}

function refusedReview({ failure }: FailedResult): Review {
  return { kind: "refuse", reasons: [], explanations: [failure.message] };
}
