/** Details of a failure that passes when the business moves on, not by asking again at once: an hour, in milliseconds. */
export const tryLater: { readonly retryAfterMs: number } = { retryAfterMs: 3_600_000 };
