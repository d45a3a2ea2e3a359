import { budgetPath, isObject, type JsonObject } from "@proviso/manifest";
import { valueAt } from "@proviso/manifest/question";
import type { Caller, Clause, Step, Tool } from "../model.ts";
import { contractList, contractPart } from "./contract.ts";
import { callOf, claimIf, effectsIn, judging, told, wasAnswered, wasRun } from "./facts.ts";

/** `who` must be refused, as in "the call completed for a caller without permissions"; `as`: not the usual caller; `by`: with a code. */
type Refusal = Pick<Clause, "name" | "claim"> & {
  readonly who: string;
  readonly as?: Caller;
  readonly by: RegExp;
};

/** A clause about calls that must be refused: none may complete or change anything. */
function refusal({ who, as, by, ...rest }: Refusal): Clause {
  /** A refusal for another reason shows nothing. */
  const isOther = ({ answer: { kind, code = "" } }: Step): boolean =>
    kind === "failed" && code !== "" && !by.test(code);
  return {
    ...rest,
    missing: (_tool, { callers }) =>
      as === undefined || callers.includes(as) ? undefined : `${who.replace("for ", "")}: --${as}`,
    actions: (tool, args) => [callOf(tool, args, { ...(as && { as }) })],
    judge: judging(
      (_tool, steps) => {
        if (steps.some(wasRun)) return `the call completed ${who}`;
        return told("the call was refused and yet changed something", effectsIn(steps));
      },
      (step) => wasAnswered(step) && !isOther(step),
    ),
  };
}

function claimWith(field: string, text: string): Clause["claim"] {
  return (tool) => {
    const needed = contractList(tool, field);
    return claimIf(needed.length > 0, `${text} ${needed.join(", ")}`);
  };
}

export const permission: Clause = refusal({
  name: "permission",
  claim: claimWith("permissions", "it refuses callers without"),
  who: "for a caller without permissions",
  as: "nobody",
  by: /^permission_denied$/,
});

/** How often a call needs a log-in or a confirmation. Under a condition of a refinement, none may be needed. */
function howOften(tool: Tool | undefined, name: string): "never" | "sometimes" | "always" {
  const kinds = [tool?.contract ?? {}, ...contractList(tool, "refinements").filter(isObject)].map(
    ({ [name]: part }) => (isObject(part) ? part["kind"] : undefined),
  );
  const said = kinds.filter((kind) => kind !== undefined);
  if (said.every((kind) => kind === "never")) return "never";
  return kinds.length === 1 && said[0] === "always" ? "always" : "sometimes";
}

/** A clause about calls that some tools refuse for some arguments alone: of those, none is tried. */
function refusalIfNeeded(field: string, text: string, rest: Omit<Refusal, "claim">): Clause {
  const clause = refusal({
    ...rest,
    claim(tool) {
      const often = howOften(tool, field);
      return claimIf(often !== "never", often === "always" ? text : `${text}, where one is needed`);
    },
  });
  return {
    ...clause,
    missing: (tool, world) =>
      howOften(tool, field) === "sometimes"
        ? "arguments for which the contract wants one"
        : clause.missing?.(tool, world),
  };
}

export const stepUp: Clause = refusalIfNeeded("stepUpAuth", "it refuses a caller whose log-in is too old", {
  name: "step-up",
  who: "for a caller whose log-in is too old",
  as: "stale",
  by: /^step_up_required$/,
});

const unconfirmed = refusalIfNeeded("confirmation", "it refuses a call that no person has confirmed", {
  name: "confirmation",
  who: "though no person confirmed it",
  as: "unasked",
  by: /^(?:input_required|confirmation_\w+|approval_pending)$/,
});

export const confirmation: Clause = {
  ...unconfirmed,
  isFresh: true,
  judge: (tool, steps, world) =>
    unconfirmed.judge(
      tool,
      steps.filter((step) => !mayBeExcepted(tool, step)),
      world,
    ),
};

/** Whether the call may run by an exception of the contract: an amount that is absent may have a default. */
function mayBeExcepted(tool: Tool | undefined, { action }: Step): boolean {
  const { budget, upTo } = contractPart(tool, "exception");
  if (upTo === undefined) return false;
  if (action.kind !== "call" || !isObject(budget ?? null)) return true;
  const { of } = budget as JsonObject;
  const amount = typeof of === "string" ? valueAt(action.arguments, budgetPath(of)) : undefined;
  return typeof amount !== "number" || amount <= Number(upTo);
}

export const requirements: Clause = refusal({
  name: "requirements",
  claim: claimWith("requirements", "it refuses a client that does not meet"),
  who: "for a client that meets no requirement",
  by: /^requirement_unmet$/,
});

const mostCalls = 60;
/** A shorter window may pass before the calls are made. */
const leastWindowMs = 5000;

function limitOf(tool: Tool | undefined) {
  const { limit, perMs } = contractPart(tool, "rateLimit");
  return { limit: Number(limit), perMs: Number(perMs) };
}

export const callLimit: Clause = {
  name: "rate-limit",
  isFresh: true,
  claim(tool) {
    const { limit, perMs } = limitOf(tool);
    return claimIf(perMs >= leastWindowMs, `it takes at most ${limit} calls within ${perMs / 1000} s`);
  },
  missing: (tool) => (limitOf(tool).limit > mostCalls ? `more than ${mostCalls} calls in a row` : undefined),
  actions: (tool, args) => Array.from({ length: limitOf(tool).limit + 1 }, () => callOf(tool, args)),
  judge: judging(
    (tool, steps) => {
      const { limit, perMs } = limitOf(tool);
      const spentMs = steps.reduce((sum, { answer }) => sum + answer.ms, 0);
      if (!steps.every(wasRun) || spentMs >= perMs / 2) return undefined;
      return `${steps.length} calls in a row completed, and the limit is ${limit}`;
    },
    ({ answer }) => answer.code === "rate_limit_exceeded",
  ),
};
