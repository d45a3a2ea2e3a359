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

const retried =
  (retry: ImpliedText["retry"]) =>
  (description: string): ImpliedText => ({ description, retry });
const [never, after] = [retried("never"), retried("after")];
const [sameKey, inDoubt] = [retried("sameKey"), retried(whenInDoubt)];

const impliedTexts: Readonly<Record<ImpliedFailureCode, ImpliedText>> = {
  invalid_input: never("The arguments do not fit the input schema."),
  permission_denied: never("The caller is unknown or lacks a permission that the tool needs."),
  confirmation_required: never(
    "A person has to confirm the call, and nobody could be asked: use a client that can show the question.",
  ),
  confirmation_declined: never(
    "The question was answered with no, by a person or by the client itself: call again only if the user asks for it.",
  ),
  confirmation_unanswered: never(
    "The question to a person got no valid answer (closed, failed or too late): call again when the user is ready to answer.",
  ),
  approval_pending: after(
    "A person was asked to approve the call and has not answered yet: make the same call again when they have.",
  ),
  step_up_required: never("The caller has to log in again, or more strongly, before the call."),
  dry_run_required: never("The call has to be planned with `dryRun: true` first."),
  plan_stale: never("What the plan was made for has changed since; plan again."),
  requirement_unmet: never("A requirement of the tool does not hold; the details name it."),
  rate_limit_exceeded: after("The caller has used up the calls for this time."),
  policy_violation: never("A policy of the product does not allow this call."),
  paused: after("An operator has stopped this tool for now; nothing has happened."),
  idempotency_conflict: never("The idempotency key was used before with other arguments."),
  in_progress: sameKey("The same call is still running."),
  cancelled: never("The call was cancelled: the message says what became of each step."),
  outcome_unknown: inDoubt("The call was interrupted, and it is not known whether it took effect."),
  timeout: inDoubt("The tool took longer than its time limit."),
  server_unavailable: after("The server could not take the call when it came, and nothing has happened."),
  internal_error: inDoubt("The tool failed in a way that its contract does not name."),
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
  Partial<Pick<ToolContract, "compensate" | "dryRun" | "people">>;

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
  cancelled: ({ compensate }) => compensate !== undefined,
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
