import { objectTo, type AdmittedCall, type AuthorizedCall, type ValidCall } from "../call/call.ts";
import { copyForHost } from "../../canonical/canonical-copy.ts";
import type { Principal, Refusal } from "../../api/outcome.ts";
import type { Clock, PolicyInput, Policy } from "../../api/ports.ts";
import { refuse } from "../call/refuse.ts";
import type { Check, Next } from "../call/stage.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { within } from "../../api/within.ts";

/** Default deny: identity, every permission, every requirement and every policy must allow. */
export function authorize({ clock, decisionMs }: Runtime): Check<ValidCall, AuthorizedCall> {
  return {
    name: "authorize",
    run(call, next) {
      const { principal } = call.options;
      if (!isPrincipal(principal)) return unidentifiedCaller(call);
      const authorized: AuthorizedCall = { ...call, principal, finalChecks: [] };
      const denied = checkExpiry(call, principal, clock) ?? checkPermissions(call, principal);
      if (denied) return denied;
      const { policies, requirements } = call.tool;
      // Stryker disable next-line ConditionalExpression: saves a turn
      const isDecided = policies.length === 0 && requirements.length === 0;
      return isDecided ? next(authorized) : decide(authorized, next);
    },
  };

  async function decide<Answer>(
    call: AuthorizedCall,
    next: Next<AuthorizedCall, Answer>,
  ): Promise<Answer | Refusal> {
    const unmetRequirement = await checkRequirements(call, clock, decisionMs);
    if (unmetRequirement && !call.dryRun) return unmetRequirement;
    // Policies are checked for a dry run too, because a preview shows data.
    const forbidden = await checkPolicies(call, clock, decisionMs);
    return forbidden ?? next(unmetRequirement ? objectTo(call, unmetRequirement) : call);
  }
}

/** Checks a caller without asking policies or requirements: identity, expiry and permissions. */
export function checkCaller(call: AdmittedCall, clock: Clock): Refusal | undefined {
  const { principal } = call.options;
  if (!isPrincipal(principal)) return unidentifiedCaller(call);
  return checkExpiry(call, principal, clock) ?? checkPermissions(call, principal);
}

/** On an open connection, a token can expire before the next call or while a person is asked. */
function checkExpiry(call: AdmittedCall, { expiresAt }: Principal, clock: Clock): Refusal | undefined {
  if (expiresAt === undefined || clock.now().getTime() < expiresAt * 1000) return undefined;
  const message = "The caller's authentication has expired: sign in again, then call again.";
  return refuse(call, "permission_denied", message, { expired: true });
}

function unidentifiedCaller(call: AdmittedCall): Refusal {
  return refuse(call, "permission_denied", "The caller is not identified.");
}

function isPrincipal(principal: Principal | undefined): principal is Principal {
  return typeof principal?.id === "string" && principal.id.length > 0 && Array.isArray(principal.permissions);
}

function checkPermissions(call: AdmittedCall, { permissions }: Principal): Refusal | undefined {
  const missing = call.tool.contract.permissions.filter((permission) => !permissions.includes(permission));
  if (missing.length === 0) return undefined;
  return refuse(call, "permission_denied", `The caller lacks ${missing.join(", ")}.`, { missing });
}

async function checkRequirements(
  call: AuthorizedCall,
  clock: Clock,
  decisionMs: number,
): Promise<Refusal | undefined> {
  const { requirements } = call.tool;
  const met = await Promise.all(
    requirements.map(([, resolver]) =>
      isRequirementTrue((signal) => resolver(authorizationDecision(call, clock, signal)), decisionMs),
    ),
  );
  const unmetRequirement = requirements.filter((_, index) => !met[index]).map(([name]) => name);
  if (unmetRequirement.length === 0) return undefined;
  const quoted = unmetRequirement.map((name) => JSON.stringify(name)).join(", ");
  return refuse(call, "requirement_unmet", `These requirements are not met: ${quoted}.`, {
    unmet: unmetRequirement,
  });
}

async function isRequirementTrue(
  ask: (signal: AbortSignal) => Promise<boolean> | boolean,
  decisionMs: number,
): Promise<boolean> {
  try {
    return (await within(decisionMs, ask)) === true;
  } catch {
    return false;
  }
}

async function checkPolicies(
  call: AuthorizedCall,
  clock: Clock,
  decisionMs: number,
): Promise<Refusal | undefined> {
  for (const policy of call.tool.policies) {
    const denial = await denyCall(policy, call, clock, decisionMs);
    if (denial !== undefined) return refuse(call, "policy_violation", denial);
  }
  return undefined;
}

/** Returns a policy's refusal; undefined only if it answered exactly "allow" in time. */
async function denyCall(
  policy: Policy,
  call: AuthorizedCall,
  clock: Clock,
  decisionMs: number,
): Promise<string | undefined> {
  try {
    const verdict = await within(decisionMs, (signal) => policy(authorizationDecision(call, clock, signal)));
    if (verdict.effect === "allow") return undefined;
    return verdict.reason ?? "A policy denies this call.";
  } catch {
    return "A policy could not decide, so the call is denied.";
  }
}

function authorizationDecision(call: AuthorizedCall, clock: Clock, signal: AbortSignal): PolicyInput {
  const { principal, tool, input } = call;
  return { principal, tool: tool.contract, input: copyForHost(input), now: clock.now(), signal };
}
