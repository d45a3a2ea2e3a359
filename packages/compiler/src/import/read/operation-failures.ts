import type { ForeignFailure } from "./http-request.ts";

/** The failures that statuses mean, by status (RFC 9110, 15). */
const failuresByStatus: Readonly<Record<string, ForeignFailure>> = {
  400: { code: "invalid_request", description: "The API refuses the arguments." },
  401: { code: "not_authenticated", description: "The API does not know who calls it." },
  402: { code: "payment_required", description: "The API needs a payment first." },
  403: { code: "not_allowed", description: "The API does not allow this to its caller." },
  404: { code: "not_found", description: "There is no such thing." },
  405: { code: "invalid_request", description: "The API refuses the arguments." },
  409: { code: "conflict", description: "The request contradicts the state of the API." },
  410: { code: "gone", description: "The thing is no longer there." },
  412: { code: "precondition_failed", description: "A condition of the request does not hold." },
  413: { code: "too_large", description: "The request is too large for the API." },
  422: { code: "invalid_request", description: "The API refuses the arguments." },
  423: { code: "locked", description: "The thing is locked." },
  429: { code: "too_many_requests", description: "The API wants fewer requests.", retry: "after" },
};
const anyClientError: ForeignFailure = {
  code: "request_failed",
  description: "The API refuses the request.",
};
const anyServerError: ForeignFailure = { code: "api_failed", description: "The API has failed." };

export interface OperationFailures {
  /** Each failure once. */
  readonly declared: readonly ForeignFailure[];
  /** Their codes by status, as in the document. */
  readonly byStatus: Readonly<Record<string, string>>;
}

/**
 * The failures of an operation: one for each status above 399 that its document lists. After another status than one of the client's
 * errors, an operation that is not safe may have had its effect, so that outcome is unknown and no declared failure.
 */
export function operationFailures(statuses: readonly string[], isSafe: boolean): OperationFailures {
  const found = statuses.flatMap((status) => {
    const failure = failureOf(status.toUpperCase());
    const isKnown = isSafe || status.startsWith("4");
    return failure && isKnown ? [[status.toUpperCase(), failure] as const] : [];
  });
  return {
    declared: [...new Map(found.map(([, failure]) => [failure.code, failure])).values()],
    byStatus: Object.fromEntries(found.map(([status, { code }]) => [status, code])),
  };
}

function failureOf(status: string): ForeignFailure | undefined {
  const known = failuresByStatus[status];
  if (known) return known;
  if (status.startsWith("5")) return anyServerError;
  return status.startsWith("4") || status === "DEFAULT" ? anyClientError : undefined;
}
