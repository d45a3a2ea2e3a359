import type { ReviewedApproval } from "../api/approval-desk.ts";

/**
 * Until when an approved call can use its approval, in milliseconds since the epoch: until the
 * approval expires, or the log-in that the call needs is too old. Then it waits again.
 */
export function usableUntil({ expiresAt, logIn }: Pick<ReviewedApproval, "expiresAt" | "logIn">): number {
  return logIn && logIn.until > 0 ? Math.min(expiresAt, logIn.until) : expiresAt;
}
