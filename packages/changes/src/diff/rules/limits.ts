import {
  type Budget,
  budgetText,
  type Exception,
  exceptionText,
  timeSpan,
  type ToolContract,
} from "@proviso/manifest";
import { type ClauseRule, fieldRule } from "../facts/change-rule.ts";
import { dangerous, opposites, safe, undecided } from "../facts/kinds.ts";

export const timeout: ClauseRule = fieldRule("timeoutMs", {
  name: "timeout",
  summary: "How long a handler may take.",
  kinds: opposites("unchanged", {
    "timeout-loosened": safe("A call may take longer before it is stopped."),
    "timeout-tightened": dangerous("A call that took longer than the new limit is stopped."),
  }),
  idOf: (was, is) => (is > was ? "timeout-loosened" : "timeout-tightened"),
  says: (is, was) =>
    `${is > was ? "may take longer" : "is stopped sooner"}: \`timeoutMs\` was \`${was}\` and is \`${is}\``,
});

/** Finds out which of two limits admits every call that the other admits; without a limit, all are admitted. */
const limitId =
  <Limit>(name: string, admitsAll: (strict: Limit, loose: Limit) => boolean) =>
  (was: Limit | undefined, is: Limit | undefined): string => {
    if (!is || (was && admitsAll(was, is))) return `${name}-loosened`;
    return !was || admitsAll(is, was) ? `${name}-tightened` : `${name}-changed`;
  };

const hadAndHas =
  <Limit>(name: string, text: (limit: Limit) => string) =>
  (is: Limit | undefined, was: Limit | undefined): string => {
    const [had, has] = [was, is].map((limit) => (limit ? text(limit) : `no ${name}`));
    return `had ${had} and has ${has}`;
  };

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

/** From the sum of all calls to those of each caller. */
const width: Readonly<Record<Budget["per"], number>> = { tool: 0, tenant: 1, principal: 2 };

/** Whether each call that `strict` admits is admitted by `loose`. */
function admitsBudget(strict: Budget, loose: Budget): boolean {
  const isFiner = loose.unit === strict.unit || strict.unit === undefined;
  return (
    strict.of === loose.of &&
    isFiner &&
    width[loose.per] >= width[strict.per] &&
    loose.limit >= strict.limit &&
    loose.everyMs <= strict.everyMs
  );
}

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
