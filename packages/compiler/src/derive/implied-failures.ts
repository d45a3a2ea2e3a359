import type { FailureMode, ImpliedFailureCode, ToolContract } from "@proviso/manifest";
import { impliedFailure, impliedFailureCodes } from "@proviso/manifest";

/** What decides which failures a contract implies. */
export type FailureSources = Pick<
  ToolContract,
  "riskLevel" | "confirmation" | "stepUpAuth" | "requirements" | "sideEffects"
> &
  Partial<Pick<ToolContract, "dryRun" | "rateLimit" | "idempotency">>;

type Rule = (tool: FailureSources) => boolean;

const always: Rule = () => true;
const mayAsk: Rule = ({ confirmation }) => confirmation.kind !== "never";

/** Whether a failure can happen under a contract. */
const canHappen: Readonly<Record<ImpliedFailureCode, Rule>> = {
  invalid_input: always,
  permission_denied: always,
  confirmation_required: mayAsk,
  confirmation_declined: mayAsk,
  confirmation_unanswered: mayAsk,
  step_up_required: ({ stepUpAuth }) => stepUpAuth.kind !== "never",
  dry_run_required: ({ dryRun }) => dryRun?.mode === "required",
  plan_stale: ({ dryRun }) => dryRun !== undefined,
  requirement_unmet: ({ requirements }) => requirements.length > 0,
  rate_limit_exceeded: always, // every server limits how often one caller may try
  policy_violation: always,
  idempotency_conflict: always, // a caller may give any call a key of its own
  in_progress: always,
  outcome_unknown: always,
  timeout: always,
  server_unavailable: always,
  internal_error: always,
};

/** The failures that follow from a contract, and those that its author listed although they follow anyway. */
export function impliedFailures(tool: FailureSources, listed: readonly string[]): FailureMode[] {
  return impliedFailureCodes
    .filter((code) => listed.includes(code) || (tool.riskLevel !== "forbidden" && canHappen[code](tool)))
    .map((code) => impliedFailure(code, tool));
}
