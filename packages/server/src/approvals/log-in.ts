import { stepUpAgeMs, timeSpan, type StepUpAuth } from "@proviso/manifest";
import type { LogIn, WantedLogIn } from "../api/approval.ts";

/** What a contract asks for. */
export function logInOf(stepUpAuth: StepUpAuth): WantedLogIn | undefined {
  if (stepUpAuth.kind === "never") return undefined;
  const { acr } = stepUpAuth;
  const maxAgeMs = stepUpAgeMs(stepUpAuth);
  return { ...(acr !== undefined && { acr }), ...(maxAgeMs < Infinity && { maxAgeMs }) };
}

/** A log-in may seem to be this far in the future, because clocks differ. */
const clockSkewMs = 60_000;

/** False if strength or age are unknown. `now` is in milliseconds since the epoch. */
export function isLogInEnough(logIn: LogIn, { acr, maxAgeMs }: WantedLogIn, now: number): boolean {
  if (acr !== undefined && logIn.acr !== acr) return false;
  if (maxAgeMs === undefined) return true;
  const ageMs = now - (logIn.authTime ?? Number.NaN) * 1000;
  return ageMs <= maxAgeMs && ageMs >= -clockSkewMs;
}

/** When the log-in, which was given at `givenAt`, will be too old; both in milliseconds since the epoch. */
export function logInEnd(
  { authTime = 0 }: LogIn,
  { maxAgeMs = Infinity }: WantedLogIn,
  givenAt: number,
): number {
  return Math.min(authTime * 1000, givenAt) + maxAgeMs;
}

export function isSameLogIn(one: WantedLogIn, other: WantedLogIn = {}): boolean {
  return one.acr === other.acr && one.maxAgeMs === other.maxAgeMs;
}

/** As the object of a sentence. */
export function logInText({ acr, maxAgeMs }: WantedLogIn): string {
  const age = maxAgeMs === undefined ? "" : ` of the last ${timeSpan(maxAgeMs)}`;
  const level = acr === undefined ? "" : ` with the authentication class ${JSON.stringify(acr)}`;
  return `a log-in${age}${level}`;
}
