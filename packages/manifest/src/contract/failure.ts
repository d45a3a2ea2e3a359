import type { JsonObject, RetryAdvice } from "./contract.ts";

/** The failure modes that follow from other fields of a contract; authors need not list them. */
export const impliedFailureCodes = [
  "invalid_input",
  "permission_denied",
  "confirmation_required",
  "confirmation_declined",
  "confirmation_unanswered",
  "approval_pending",
  "step_up_required",
  "dry_run_required",
  "plan_stale",
  "requirement_unmet",
  "rate_limit_exceeded",
  "policy_violation",
  "paused",
  "idempotency_conflict",
  "in_progress",
  "cancelled",
  "outcome_unknown",
  "timeout",
  "server_unavailable",
  "internal_error",
] as const;
export type ImpliedFailureCode = (typeof impliedFailureCodes)[number];

/** A failed or refused call, as sent in `_meta["dev.proviso/failure"]`. */
export interface Failure<Code extends string = string> {
  readonly code: Code;
  /** One sentence for a person or a model; never a stack trace. */
  readonly message: string;
  readonly retry: RetryAdvice;
  readonly details?: JsonObject;
}
