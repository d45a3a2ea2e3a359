import type { Policy } from "./policy.ts";
import type { Subject } from "../tool/subject.ts";
import type { BudgetLevel } from "./session.ts";

/** How many calls of each level a session may make; what is not listed is not limited. */
export type CallBudget = Readonly<Partial<Record<BudgetLevel, number>>>;

/** Refuses a call whose level has no calls left. A dry run costs nothing, and a retry is still the same call. */
export function callBudget(budget: CallBudget): Policy {
  return (tool, call, session) => {
    const level = budgetLevel(tool);
    const left = (budget[level] ?? Infinity) - (session.calls[level] ?? 0);
    return call.dryRun || left > 0 ? { kind: "run", reasons: [] } : { kind: "refuse", reasons: ["budget"] };
  };
}

/** By the contract of this client: what a server says moves no tool to another budget. */
export function budgetLevel(tool: Subject): BudgetLevel {
  return ("kind" in tool ? tool.pinned : tool)?.riskLevel ?? "unclassified";
}
