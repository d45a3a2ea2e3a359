import { timeSpan, type ToolContract } from "@proviso/manifest";
import type { ClauseRule } from "../facts/change-rule.ts";
import { fieldRule } from "../facts/field-rule.ts";
import { hadAndHas } from "../facts/had-and-has.ts";
import { dangerous, opposites, safe, undecided } from "../facts/kinds.ts";
import { limitId } from "../facts/limit-id.ts";

type Rate = NonNullable<ToolContract["rateLimit"]>;

export const rateLimitRule: ClauseRule = fieldRule("rateLimit", {
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
  idOf: limitId("rate-limit", (strict: Rate, loose: Rate) => {
    return loose.limit >= strict.limit && loose.perMs <= strict.perMs;
  }),
  says: hadAndHas("rate limit", ({ limit, perMs }: Rate) => `a rate limit of ${limit} in ${timeSpan(perMs)}`),
});
