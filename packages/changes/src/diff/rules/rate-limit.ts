import { timeSpan, type ToolContract } from "@proviso/manifest";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { dangerous, opposites, safe, undecided } from "../facts/kinds.ts";
import { isSame, json } from "../facts/json-value.ts";

type Rate = NonNullable<ToolContract["rateLimit"]>;

export const rateLimitRule: ClauseRule = clauseRule({
  name: "rate-limit",
  summary: "How often one principal may execute the tool.",
  kinds: {
    ...opposites("unchanged", {
      "rate-limit-loosened": safe("More calls are admitted in the same time, or any number."),
      "rate-limit-tightened": dangerous("Fewer calls are admitted in the same time."),
    }),
    ...undecided("unchanged", {
      "rate-limit-changed": dangerous(
        "Both the number and the time grew, or both shrank: each limit admits calls that the other refuses.",
      ),
    }),
  },
  find({ rateLimit: was }: ToolContract, { rateLimit: is }: ToolContract) {
    if (isSame(was, is)) return [];
    const id = directionOf(was, is);
    const says = `had ${spoken(was)} and has ${spoken(is)}`;
    return [{ id, path: "rateLimit", before: json(was), after: json(is), says }];
  },
});

function directionOf(was: Rate | undefined, is: Rate | undefined) {
  if (!is || (was && is.limit >= was.limit && is.perMs <= was.perMs)) return "rate-limit-loosened" as const;
  if (!was || (is.limit <= was.limit && is.perMs >= was.perMs)) return "rate-limit-tightened" as const;
  return "rate-limit-changed" as const;
}

function spoken(rate: Rate | undefined): string {
  return rate ? `a rate limit of ${rate.limit} in ${timeSpan(rate.perMs)}` : "no rate limit";
}
