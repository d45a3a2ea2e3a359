import type { FailureMode, ImpliedFailureCode, RetryAdvice, ToolContract } from "@proviso/manifest";
import { impliedFailureCodes } from "@proviso/manifest";

/** What decides which failures a contract implies. */
export type FailureSources = Pick<
  ToolContract,
  "riskLevel" | "confirmation" | "stepUpAuth" | "requirements" | "sideEffects"
> &
  Partial<Pick<ToolContract, "dryRun" | "rateLimit" | "idempotency">>;

interface ImpliedRow {
  readonly description: string;
  readonly retry: RetryAdvice | ((tool: FailureSources) => RetryAdvice);
  /** Whether it can happen under this contract. */
  readonly happens: (tool: FailureSources) => boolean;
}

const always = (): boolean => true;
const mayAsk = ({ confirmation }: FailureSources): boolean => confirmation.kind !== "never";

/** After a doubt about whether it ran: reads may be tried again, effects only under a key that makes them one. */
const whenInDoubt = (tool: FailureSources): RetryAdvice => {
  if (tool.sideEffects.length === 0) return "after";
  return tool.idempotency ? "sameKey" : "never";
};

const rows: Readonly<Record<ImpliedFailureCode, ImpliedRow>> = {
  invalid_input: {
    description: "The arguments do not fit the input schema.",
    retry: "never",
    happens: always,
  },
  permission_denied: {
    description: "The caller is unknown or lacks a permission that the tool needs.",
    retry: "never",
    happens: always,
  },
  confirmation_required: {
    description:
      "A person has to confirm the call, and nobody could be asked: use a client that can show the question.",
    retry: "never",
    happens: mayAsk,
  },
  confirmation_declined: {
    description: "A person was asked and said no: call again only if the user asks for it.",
    retry: "never",
    happens: mayAsk,
  },
  confirmation_unanswered: {
    description:
      "The question to a person got no valid answer (closed, failed or too late): call again when the user is ready to answer.",
    retry: "never",
    happens: mayAsk,
  },
  step_up_required: {
    description: "The caller has to log in again, or more strongly, before the call.",
    retry: "never",
    happens: (tool) => tool.stepUpAuth.kind !== "never",
  },
  dry_run_required: {
    description: "The call has to be planned with `dryRun: true` first.",
    retry: "never",
    happens: (tool) => tool.dryRun?.mode === "required",
  },
  plan_stale: {
    description: "What the plan was made for has changed since; plan again.",
    retry: "never",
    happens: (tool) => tool.dryRun !== undefined,
  },
  requirement_unmet: {
    description: "A requirement of the tool does not hold; the details name it.",
    retry: "never",
    happens: (tool) => tool.requirements.length > 0,
  },
  rate_limit_exceeded: {
    description: "The caller has used up the calls for this time.",
    retry: "after",
    happens: always, // every server limits how often one caller may try
  },
  policy_violation: {
    description: "A policy of the product does not allow this call.",
    retry: "never",
    happens: always,
  },
  idempotency_conflict: {
    description: "The idempotency key was used before with other arguments.",
    retry: "never",
    happens: always, // a caller may give any call a key of its own
  },
  in_progress: {
    description: "The same call is still running.",
    retry: "sameKey",
    happens: always,
  },
  outcome_unknown: {
    description: "The call was interrupted, and it is not known whether it took effect.",
    retry: whenInDoubt,
    happens: always,
  },
  timeout: { description: "The tool took longer than its time limit.", retry: whenInDoubt, happens: always },
  server_unavailable: {
    description: "The server could not take the call when it came, and nothing has happened.",
    retry: "after",
    happens: always,
  },
  internal_error: {
    description: "The tool failed in a way that its contract does not name.",
    retry: whenInDoubt,
    happens: always,
  },
};

/** The failures that follow from a contract, and those that its author listed although they follow anyway. */
export function impliedFailures(tool: FailureSources, listed: readonly string[]): FailureMode[] {
  return impliedFailureCodes
    .filter((code) => listed.includes(code) || (tool.riskLevel !== "forbidden" && rows[code].happens(tool)))
    .map((code) => {
      const { description, retry } = rows[code];
      return { code, description, retry: typeof retry === "function" ? retry(tool) : retry, implied: true };
    });
}
