import { demandedLogIn, stepUpAgeMs, timeSpan, type ToolContract } from "@proviso/manifest";
import type { LogIn, WantedLogIn } from "../api/approvals.ts";
import type { Principal } from "../api/principal.ts";

/** What a contract asks for. */
export function logInOf(contract: ToolContract): WantedLogIn | undefined {
  const demanded = demandedLogIn(contract);
  if (!demanded) return undefined;
  const { acr } = demanded;
  const maxAgeMs = stepUpAgeMs(demanded);
  return { ...(acr !== undefined && { acr }), ...(maxAgeMs < Infinity && { maxAgeMs }) };
}

/** The log-in of a token or a session. What is no time counts as unknown. */
export function logInOfPrincipal({ acr, authTime }: Pick<Principal, "acr" | "authTime">): LogIn {
  return {
    ...(typeof authTime === "number" && Number.isFinite(authTime) && { authTime }),
    ...(acr !== undefined && { acr }),
  };
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

/**
 * When the log-in given at `givenAt` will be too old, in milliseconds since the epoch; 0 if now.
 * One from a clock that is ahead lasts no longer than one of the time at which it was given.
 */
export function logInEnd(logIn: LogIn, wanted: WantedLogIn, givenAt: number, now: number): number {
  const { maxAgeMs } = wanted;
  if (!isLogInEnough(logIn, wanted, now)) return 0;
  if (maxAgeMs === undefined) return Infinity;
  const end = Math.min((logIn.authTime ?? 0) * 1000, givenAt) + maxAgeMs;
  return now > end ? 0 : end;
}

/** As the object of a sentence. */
export function logInText({ acr, maxAgeMs }: WantedLogIn): string {
  const age = maxAgeMs === undefined ? "" : ` of the last ${timeSpan(maxAgeMs)}`;
  const level = acr === "mfa" ? "a second factor" : `the authentication class ${JSON.stringify(acr)}`;
  return `a log-in${age}${acr === undefined ? "" : ` with ${level}`}`;
}

/**
 * A sentence for a caller without any log-in. The server cannot tell a program from an agent whose
 * token says nothing of the log-in of its user.
 */
export function noLogInText({ acr, authTime }: Principal): string {
  return authTime === undefined && acr === undefined
    ? " This caller has no log-in. If it is a program, which cannot sign in, a person has to make the call."
    : "";
}
