import { type Budget, budgetText } from "@proviso/manifest";
import { admitsBudget } from "../facts/admits-budget.ts";
import type { ClauseRule } from "../facts/change-rule.ts";
import { fieldRule } from "../facts/field-rule.ts";
import { hadAndHas } from "../facts/had-and-has.ts";
import { dangerous, opposites, safe, undecided } from "../facts/kinds.ts";
import { limitId } from "../facts/limit-id.ts";

export const budget: ClauseRule = fieldRule("budget", {
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
  idOf: limitId("budget", admitsBudget),
  says: hadAndHas("budget", (limit: Budget) => `a budget of ${budgetText(limit)}`),
});
