import { type Budget, budgetText, type ToolContract } from "@proviso/manifest";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { dangerous, opposites, safe, undecided } from "../facts/kinds.ts";
import { isSame, json } from "../facts/json-value.ts";

export const budgetRule: ClauseRule = clauseRule({
  name: "budget",
  summary: "How much calls may add up to in a time.",
  kinds: {
    ...opposites("unchanged", {
      "budget-loosened": safe("Calls may add up to more, or to any amount."),
      "budget-tightened": dangerous("Calls may add up to less in the same time."),
    }),
    ...undecided("unchanged", {
      "budget-changed": dangerous(
        "Something else is counted, or more in a longer time: each budget admits calls that the other refuses.",
      ),
    }),
  },
  find({ budget: was }: ToolContract, { budget: is }: ToolContract) {
    if (isSame(was, is)) return [];
    const says = `had ${spoken(was)} and has ${spoken(is)}`;
    return [{ id: directionOf(was, is), path: "budget", before: json(was), after: json(is), says }];
  },
});

function directionOf(was: Budget | undefined, is: Budget | undefined) {
  if (!is || (was && admitsAll(was, is))) return "budget-loosened" as const;
  if (!was || admitsAll(is, was)) return "budget-tightened" as const;
  return "budget-changed" as const;
}

/** From the sum of all calls to those of each caller. */
const width: Readonly<Record<Budget["per"], number>> = { tool: 0, tenant: 1, principal: 2 };

/** Whether each call that `strict` admits is admitted by `loose`. */
export function admitsAll(strict: Budget, loose: Budget): boolean {
  const isFiner = loose.unit === strict.unit || strict.unit === undefined;
  return (
    strict.of === loose.of &&
    isFiner &&
    width[loose.per] >= width[strict.per] &&
    loose.limit >= strict.limit &&
    loose.everyMs <= strict.everyMs
  );
}

function spoken(budget: Budget | undefined): string {
  return budget ? `a budget of ${budgetText(budget)}` : "no budget";
}
