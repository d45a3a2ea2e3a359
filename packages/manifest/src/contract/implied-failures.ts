import type { FailureMode, GateField, RetryAdvice, ToolContract } from "./contract.ts";
import { demandedLogIn } from "./questions.ts";
import { type ImpliedFailureCode, impliedFailureCodes } from "./failure.ts";

interface ImpliedText {
  readonly description: string;
  readonly retry: RetryAdvice | ((tool: RetryFacts) => RetryAdvice);
}

/** The fields that decide whether a call can be repeated if its outcome is unknown. */
export type RetryFacts = Pick<ToolContract, "sideEffects" | "idempotency">;

/** A read can be repeated; a call with effects only with a key that makes both one call. */
const whenInDoubt = ({ sideEffects, idempotency }: RetryFacts): RetryAdvice => {
  if (sideEffects.length === 0) return "after";
  return idempotency ? "sameKey" : "never";
};

const impliedTexts: Readonly<Record<ImpliedFailureCode, ImpliedText>> = {
  invalid_input: {
    description: "The arguments do not fit the input schema.",
    retry: "never",
  },
  permission_denied: {
    description: "The caller is unknown or lacks a permission that the tool needs.",
    retry: "never",
  },
  confirmation_required: {
    description:
      "A person has to confirm the call, and nobody could be asked: use a client that can show the question.",
    retry: "never",
  },
  confirmation_declined: {
    description:
      "The question was answered with no, by a person or by the client itself: call again only if the user asks for it.",
    retry: "never",
  },
  confirmation_unanswered: {
    description:
      "The question to a person got no valid answer (closed, failed or too late): call again when the user is ready to answer.",
    retry: "never",
  },
  approval_pending: {
    description:
      "A person was asked to approve the call and has not answered yet: make the same call again when they have.",
    retry: "after",
  },
  step_up_required: {
    description: "The caller has to log in again, or more strongly, before the call.",
    retry: "never",
  },
  dry_run_required: {
    description: "The call has to be planned with `dryRun: true` first.",
    retry: "never",
  },
  plan_stale: {
    description: "What the plan was made for has changed since; plan again.",
    retry: "never",
  },
  requirement_unmet: {
    description: "A requirement of the tool does not hold; the details name it.",
    retry: "never",
  },
  rate_limit_exceeded: {
    description: "The caller has used up the calls for this time.",
    retry: "after",
  },
  policy_violation: {
    description: "A policy of the product does not allow this call.",
    retry: "never",
  },
  paused: {
    description: "An operator has stopped this tool for now; nothing has happened.",
    retry: "after",
  },
  idempotency_conflict: {
    description: "The idempotency key was used before with other arguments.",
    retry: "never",
  },
  in_progress: {
    description: "The same call is still running.",
    retry: "sameKey",
  },
  outcome_unknown: {
    description: "The call was interrupted, and it is not known whether it took effect.",
    retry: whenInDoubt,
  },
  timeout: {
    description: "The tool took longer than its time limit.",
    retry: whenInDoubt,
  },
  server_unavailable: {
    description: "The server could not take the call when it came, and nothing has happened.",
    retry: "after",
  },
  internal_error: {
    description: "The tool failed in a way that its contract does not name.",
    retry: whenInDoubt,
  },
};

/** The failure mode for an implied `code`. */
export function impliedFailure(code: ImpliedFailureCode, tool: RetryFacts): FailureMode {
  if (!Object.hasOwn(impliedTexts, code))
    throw new Error(`unknown implied failure \`${code}\`: this contract needs a newer @proviso/manifest`);
  const { description, retry } = impliedTexts[code];
  return { code, description, retry: typeof retry === "function" ? retry(tool) : retry, implied: true };
}

/** What decides which failures a contract implies. */
export type FailureSources = Pick<ToolContract, "riskLevel" | GateField | "requirements"> &
  Partial<Pick<ToolContract, "dryRun" | "people">>;

type ImpliedFailureRule = (tool: FailureSources) => boolean;

const alwaysPossible: ImpliedFailureRule = () => true;
const mayAskPerson: ImpliedFailureRule = ({ confirmation }) => confirmation.kind !== "never";

/** Whether a failure can happen under a contract. */
const impliedFailureRules: Readonly<Record<ImpliedFailureCode, ImpliedFailureRule>> = {
  invalid_input: alwaysPossible,
  permission_denied: alwaysPossible,
  confirmation_required: mayAskPerson,
  confirmation_declined: mayAskPerson,
  confirmation_unanswered: mayAskPerson,
  approval_pending: mayAskPerson,
  step_up_required: (tool) => demandedLogIn(tool) !== undefined,
  dry_run_required: ({ dryRun }) => dryRun?.mode === "required",
  plan_stale: ({ dryRun }) => dryRun !== undefined,
  requirement_unmet: ({ requirements }) => requirements.length > 0,
  rate_limit_exceeded: alwaysPossible, // every server limits how often one caller may try
  policy_violation: alwaysPossible,
  paused: alwaysPossible, // an operator can stop every tool
  idempotency_conflict: alwaysPossible, // a caller may give any call a key of its own
  in_progress: alwaysPossible,
  outcome_unknown: alwaysPossible,
  timeout: alwaysPossible,
  server_unavailable: alwaysPossible,
  internal_error: alwaysPossible,
};

/** The codes of the failures that follow from a contract, in the order of `impliedFailureCodes`. */
export function impliedCodes(tool: FailureSources): readonly ImpliedFailureCode[] {
  return tool.riskLevel === "forbidden" && tool.people === undefined
    ? []
    : impliedFailureCodes.filter((code) => impliedFailureRules[code](tool));
}
