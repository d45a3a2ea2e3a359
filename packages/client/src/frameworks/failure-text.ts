import type { Failure, RetryAdvice } from "@proviso/manifest";

const modelAdvice: Readonly<Record<RetryAdvice, string>> = {
  never: "Do not try again with the same input.",
  after: "It may be tried again later.",
  sameKey: "It may be tried again under the same idempotency key.",
};

/** A failure for a model: the code, what happened, whether to retry, and details as JSON. */
export function failureText({ code, message, retry, details }: Failure): string {
  const more = details === undefined ? "" : ` ${JSON.stringify(details)}`;
  return `${code}: ${message} ${modelAdvice[retry]}${more}`;
}
