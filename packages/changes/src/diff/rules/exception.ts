import { type Exception, exceptionText, type ToolContract } from "@proviso/manifest";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { isSame, json } from "../facts/json-value.ts";
import { dangerous, opposites, safe, undecided } from "../facts/kinds.ts";
import { admitsAll } from "./budget.ts";

export const exceptionRule: ClauseRule = clauseRule({
  name: "exception",
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
  find({ exception: was }: ToolContract, { exception: is }: ToolContract) {
    if (isSame(was, is)) return [];
    const says = `had ${spoken(was)} and has ${spoken(is)}`;
    return [{ id: directionOf(was, is), path: "exception", before: json(was), after: json(is), says }];
  },
});

function directionOf(was: Exception | undefined, is: Exception | undefined) {
  if (!was) return "exception-loosened" as const;
  if (!is) return "exception-tightened" as const;
  const [isWider, isNarrower] = [coversAll(was, is), coversAll(is, was)];
  const isRestated = was.reason !== is.reason || was.reviewer !== is.reviewer;
  if (isWider === isNarrower || (isNarrower && isRestated)) return "exception-changed" as const;
  return isWider ? ("exception-loosened" as const) : ("exception-tightened" as const);
}

/** Whether each call that runs by the narrow exception runs by the wide one, on each day. */
function coversAll(narrow: Exception, wide: Exception): boolean {
  return (
    wide.upTo >= narrow.upTo &&
    wide.unit === narrow.unit &&
    wide.expires >= narrow.expires &&
    wide.budget.unit === narrow.budget.unit &&
    admitsAll(narrow.budget, wide.budget)
  );
}

function spoken(exception: Exception | undefined): string {
  if (!exception) return "no exception";
  return `an exception for up to ${exceptionText(exception)}, reviewed by ${exception.reviewer}: ${exception.reason}`;
}
