import type { Edit, Failure, JsonObject, RetryAdvice } from "@proviso/manifest";

/**
 * Failures in addition to those of the contract. `refused_by_guard`: not sent; see `details.reasons`. `declined_by_person`: not
 * sent; the answer was no, a person's or the host's own. `unanswered_by_person`: not sent; a person was asked and did not answer. `unknown_tool`: no such tool
 * for this caller. `transport_error`: no usable response, and nothing has changed. `outcome_unknown`: no usable response, and
 * effects may have happened: check before trying again.
 */
export const clientFailureCodes = [
  "refused_by_guard",
  "declined_by_person",
  "unanswered_by_person",
  "unknown_tool",
  "transport_error",
  "outcome_unknown",
] as const;
export type ClientFailureCode = (typeof clientFailureCodes)[number];

/** One member per code, so that a `switch` narrows. */
export type ClientFailure = { [Code in ClientFailureCode]: Failure<Code> }[ClientFailureCode];

export type Result<Value, F extends Failure = Failure> =
  | {
      readonly ok: true;
      readonly value: Value;
      readonly replayed: boolean;
      /** Set for a plan if the server would return the stored result of an earlier call. */
      readonly alreadyDone?: true;
      /** Arguments that an approver has changed, as the server claims. */
      readonly edited?: readonly Edit[];
    }
  | { readonly ok: false; readonly failure: F };

/** The result inside the guard, without the generated types. */
export type PlainResult = Result<JsonObject>;
export type FailedResult = Extract<PlainResult, { readonly ok: false }>;

export function failed(
  code: string,
  message: string,
  more: { readonly retry?: RetryAdvice; readonly details?: JsonObject } = {},
): FailedResult {
  const { retry = "never", details } = more;
  return { ok: false, failure: { code, message, retry, ...(details ? { details } : {}) } };
}
