import { type Exception, exceptionText } from "@proviso/manifest";
import { admitsBudget } from "../facts/admits-budget.ts";
import type { ClauseRule } from "../facts/change-rule.ts";
import { fieldRule } from "../facts/field-rule.ts";
import { hadAndHas } from "../facts/had-and-has.ts";
import { dangerous, opposites, safe, undecided } from "../facts/kinds.ts";

export const exception: ClauseRule = fieldRule("exception", {
  summary: "Which calls of a high tool run without a person.",
  kinds: {
    ...opposites("unchanged", {
      "exception-loosened": safe("More calls run without a person, or for longer."),
      "exception-tightened": dangerous("A person is asked about calls that ran without one."),
    }),
    ...undecided("unchanged", {
      "exception-changed": dangerous(
        "Other calls run without a person, or another reason or reviewer stands for them.",
      ),
    }),
  },
  idOf(was, is) {
    if (!was) return "exception-loosened";
    if (!is) return "exception-tightened";
    const [isWider, isNarrower] = [coversAll(was, is), coversAll(is, was)];
    const isRestated = was.reason !== is.reason || was.reviewer !== is.reviewer;
    if (isWider === isNarrower || (isNarrower && isRestated)) return "exception-changed";
    return isWider ? "exception-loosened" : "exception-tightened";
  },
  says: hadAndHas(
    "exception",
    (each: Exception) =>
      `an exception for up to ${exceptionText(each)}, reviewed by ${each.reviewer}: ${each.reason}`,
  ),
});

/** Whether each call that runs by the narrow exception runs by the wide one, on each day. */
function coversAll(narrow: Exception, wide: Exception): boolean {
  return (
    wide.upTo >= narrow.upTo &&
    wide.unit === narrow.unit &&
    wide.expires >= narrow.expires &&
    wide.budget.unit === narrow.budget.unit &&
    admitsBudget(narrow.budget, wide.budget)
  );
}
