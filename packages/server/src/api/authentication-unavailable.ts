/**
 * Thrown by an `authenticate` that cannot identify the caller, because its source does not answer.
 * The caller may try again (HTTP 503), and keeps its token.
 */
export class AuthenticationUnavailable extends Error {
  /** Milliseconds after which another request may be answered. */
  readonly retryAfterMs: number;

  constructor(
    message: string,
    { retryAfterMs = 5000, cause }: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = "AuthenticationUnavailable";
    this.retryAfterMs = retryAfterMs;
  }
}
