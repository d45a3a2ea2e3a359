import type { Failure, ImpliedFailureCode, JsonObject, RetryAdvice, ToolContract } from "@proviso/manifest";
import type { AdmittedCall } from "./call.ts";
import type { NotApproved } from "../../api/approvals.ts";
import { StoreUnavailable } from "../../stores/watched-store.ts";
import type { Refusal } from "../../api/outcome.ts";

/** Retry advice for codes that a contract does not list. */
const retryAdviceOf: Partial<Record<string, RetryAdvice>> = {
  rate_limit_exceeded: "after",
  in_progress: "after",
  server_unavailable: "after",
  approval_pending: "after",
  paused: "after",
} satisfies Partial<Record<ImpliedFailureCode, RetryAdvice>>;

export function implied(
  contract: ToolContract,
  code: ImpliedFailureCode,
  message: string,
  details?: JsonObject,
): Failure {
  const declared = contract.failureModes.find((mode) => mode.code === code);
  const retry = declared?.retry ?? retryAdviceOf[code] ?? "never";
  return { code, message, retry, ...(details && { details }) };
}

/** Returns the failure code of an error before any effect. The caller gets no details. */
export function codeOfFault(error: unknown): readonly ["internal_error" | "server_unavailable", string] {
  return error instanceof StoreUnavailable
    ? ["server_unavailable", "The call was refused: state store unavailable."]
    : ["internal_error", "The server could not process the call."];
}

/** Refused: the handler's `execute` did not run. */
export function refuse(
  { tool }: AdmittedCall,
  code: ImpliedFailureCode,
  message: string,
  details?: JsonObject,
): Extract<Refusal, { readonly kind: "refused" }> {
  return {
    kind: "refused",
    tool: tool.contract.name,
    failure: implied(tool.contract, code, message, details),
  };
}

/** The refusal of a call that people have not approved. */
export function notApproved(
  call: AdmittedCall,
  { code, message, details, waits, request }: NotApproved,
): Refusal {
  if (request !== undefined) call.history.request = request;
  return { ...refuse(call, code, message, details), ...(waits && { waits }) };
}

/** Failed: the handler's `execute` was entered. */
export function fail(
  { tool }: AdmittedCall,
  code: ImpliedFailureCode,
  message: string,
  details?: JsonObject,
): Refusal {
  return {
    kind: "failed",
    tool: tool.contract.name,
    failure: implied(tool.contract, code, message, details),
  };
}
