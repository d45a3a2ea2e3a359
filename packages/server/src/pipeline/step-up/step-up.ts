import { stepUpMaxAgeMs, timeSpan } from "@proviso/manifest";
import type { JsonObject, StepUpAuth } from "@proviso/manifest";
import type { AuthorizedCall, PlannedCall } from "../call/call.ts";
import { conditionScope, holds } from "../../tools/conditions.ts";
import type { Principal, Refusal } from "../../api/outcome.ts";
import { refuse } from "../call/refuse.ts";
import type { Stage } from "../call/stage.ts";
import type { Runtime } from "../runtime/runtime.ts";

/** A log-in may seem to be this far in the future, because clocks differ. */
const clockSkewMs = 60_000;

/** Refuses a call whose log-in is too weak or too old, or whose strength or age is unknown. */
export function stepUp({ clock, env }: Runtime): Stage<PlannedCall, PlannedCall> {
  return {
    name: "step-up",
    run: async (call, next) => refuseOldLogIn(call, env, clock.now()) ?? next(call),
  };
}

/** The refusal of a call whose log-in is too weak or too old. */
export function refuseOldLogIn(call: AuthorizedCall, env: string, now: Date): Refusal | undefined {
  const wanted = requiredStepUp(call, env, now);
  if (!wanted || isStrongEnough(call.principal, wanted, now)) return undefined;
  return refuse(call, "step_up_required", stepUpSentence(wanted), stepUpDetails(wanted));
}

function stepUpSentence({ acr, maxAgeMs }: WantedStepUp): string {
  const age = maxAgeMs === undefined ? "" : ` of the last ${timeSpan(maxAgeMs)}`;
  const level = acr === undefined ? "" : ` with the authentication class ${JSON.stringify(acr)}`;
  return `This call needs a log-in${age}${level}: the user has to sign in again before it is tried again.`;
}

interface WantedStepUp {
  readonly acr?: string;
  readonly maxAgeMs?: number;
}

function requiredStepUp(call: AuthorizedCall, env: string, now: Date): WantedStepUp | undefined {
  const { stepUpAuth } = call.tool.contract;
  if (stepUpAuth.kind === "never") return undefined;
  const { stepUpWhen } = call.tool;
  if (stepUpAuth.kind === "when" && stepUpWhen && !holds(stepUpWhen, conditionScope(call, env, now))) {
    return undefined;
  }
  return withDefault(stepUpAuth);
}

function withDefault({ acr, maxAgeMs }: Exclude<StepUpAuth, { kind: "never" }>): WantedStepUp {
  if (acr === undefined && maxAgeMs === undefined) return { maxAgeMs: stepUpMaxAgeMs };
  return { ...(acr !== undefined && { acr }), ...(maxAgeMs !== undefined && { maxAgeMs }) };
}

function isStrongEnough(principal: Principal, { acr, maxAgeMs }: WantedStepUp, now: Date): boolean {
  if (acr !== undefined && principal.acr !== acr) return false;
  if (maxAgeMs === undefined) return true;
  const ageMs = now.getTime() - (principal.authTime ?? Number.NaN) * 1000;
  return ageMs <= maxAgeMs && ageMs >= -clockSkewMs;
}

function stepUpDetails({ acr, maxAgeMs }: WantedStepUp): JsonObject {
  return { ...(acr !== undefined && { acr }), ...(maxAgeMs !== undefined && { maxAgeMs }) };
}
