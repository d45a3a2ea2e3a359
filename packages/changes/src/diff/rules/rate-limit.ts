import { timeSpan, type ToolContract } from "@proviso/manifest";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { isSame, json } from "../facts/json-value.ts";

type Rate = NonNullable<ToolContract["rateLimit"]>;

export const rateLimit: ClauseRule = clauseRule({
  name: "rate-limit",
  summary: "How often one principal may execute the tool.",
  kinds: {
    "rate-limit-loosened": {
      callers: "safe",
      safety: "loosened",
      model: "unchanged",
      means: "More calls are admitted in the same time, or any number.",
      reverse: "rate-limit-tightened",
    },
    "rate-limit-tightened": {
      callers: "dangerous",
      safety: "tightened",
      model: "unchanged",
      means: "Fewer calls are admitted in the same time.",
      reverse: "rate-limit-loosened",
    },
    "rate-limit-changed": {
      callers: "dangerous",
      safety: "loosened",
      model: "unchanged",
      means:
        "Both the number and the time grew, or both shrank: each limit admits calls that the other refuses.",
      reverse: "rate-limit-changed",
    },
  },
  examples: [
    {
      id: "rate-limit-loosened",
      path: "rateLimit",
      before: { rateLimit: "{ limit: 5, per: minute }" },
      after: { rateLimit: null },
    },
    {
      id: "rate-limit-tightened",
      path: "rateLimit",
      before: { rateLimit: "{ limit: 5, per: minute }" },
      after: { rateLimit: "{ limit: 5, per: hour }" },
    },
    {
      id: "rate-limit-changed",
      path: "rateLimit",
      before: { rateLimit: "{ limit: 5, per: minute }" },
      after: { rateLimit: "{ limit: 100, per: hour }" },
    },
  ],
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
