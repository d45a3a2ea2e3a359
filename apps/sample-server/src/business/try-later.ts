/** Details of a failure that a retry soon will not solve: an hour, in milliseconds. */
export const tryLater: { readonly retryAfterMs: number } = { retryAfterMs: 3_600_000 };
