import type { GuardPolicy } from "./policy.ts";
import type { Subject } from "../tool/subject.ts";
import type { BudgetLevel } from "./session.ts";

/** Maximum number of calls in a session by risk level; levels that are not listed are unlimited. */
export type CallBudget = Readonly<Partial<Record<BudgetLevel, number>>>;

/** Refuses a call above its level's budget. Dry runs are free; a retry is the same call. */
export function callBudget(budget: CallBudget): GuardPolicy {
  return (tool, call, session) => {
    const level = budgetLevel(tool);
    const left = (budget[level] ?? Infinity) - (session.calls[level] ?? 0);
    return call.dryRun || left > 0 ? { kind: "run", reasons: [] } : { kind: "refuse", reasons: ["budget"] };
  };
}

/** Uses the pinned contract, so that a server's claims cannot move a tool to another level. */
export function budgetLevel(tool: Subject): BudgetLevel {
  return ("kind" in tool ? tool.pinned : tool)?.riskLevel ?? "unclassified";
}
