import type { Principal } from "../api/principal.ts";

/** Seconds since 1970 in the year 5138. Milliseconds since 1970 have been more since 1973. */
const latest = 100_000_000_000;

/**
 * What is wrong with the times of a principal: in milliseconds, as of `Date.now()`, a log-in is in the future, so that it is never
 * recent, and an authentication never expires.
 */
export function problemOfTimes(principal: Principal | undefined): string | undefined {
  const wrong = (["authTime", "expiresAt"] as const).find(
    (name) => Math.abs(principal?.[name] ?? 0) >= latest,
  );
  return wrong && `${wrong} is in seconds since 1970; ${principal?.[wrong]} looks like milliseconds`;
}

/** Throws a TypeError for times in milliseconds. */
export function checkTimes(principal: Principal): void {
  const problem = problemOfTimes(principal);
  if (problem !== undefined) throw new TypeError(problem);
}
