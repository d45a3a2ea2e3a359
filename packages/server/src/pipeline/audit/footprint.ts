import { isObject, type Json } from "@proviso/manifest";
import type { Principal } from "../../api/outcome.ts";
import type { AuditEntry, CallerFacts } from "../../api/ports.ts";
import { fingerprint } from "../../canonical/fingerprint.ts";
import type { Call } from "../call/call.ts";
import type { Runtime } from "../runtime/runtime.ts";

/** Bounds what a server remembers of its callers; beyond it facts are recorded once more. */
const maxRemembered = 10_000;
const digestLength = 16;

/**
 * Describes what decides about a call beside its arguments, so that `proviso replay` can judge it by other contracts. The facts of a
 * caller are recorded once a day by each server, and by their digest otherwise.
 */
export function footprints({ clock, valueSeal }: Runtime): (call: Call) => Partial<AuditEntry> {
  const known = new WeakMap<Principal, { readonly caller: string; readonly callerFacts: CallerFacts }>();
  const recorded = new Map<string, string>();

  function factsOf(principal: Principal): Partial<AuditEntry> {
    const facts = known.get(principal) ?? callerFactsOf(principal);
    known.set(principal, facts);
    const now = clock.now();
    const day = now.toISOString().slice(0, "2026-01-01".length);
    const { expiresAt = Infinity } = principal;
    const expired = now.getTime() >= expiresAt * 1000 && { expiresAt };
    if (recorded.get(facts.caller) === day) return { caller: facts.caller, ...expired };
    if (recorded.size >= maxRemembered) recorded.clear();
    recorded.set(facts.caller, day);
    return { ...facts, ...expired };
  }

  return (call) => {
    const { canonical, found, options } = call;
    const { idempotencyKey, principal } = options;
    return {
      ...(isWhole(principal) && factsOf(principal)),
      ...(idempotencyKey !== undefined && found && { key: valueSeal.blind(fingerprint(idempotencyKey)) }),
      ...(canonical?.dryRun === true && { dryRun: true }),
      ...(found && found.policies.length > 0 && { policies: true }),
    };
  };
}

/** Whether a host's caller has what its type says. */
function isWhole(principal: Principal | undefined): principal is Principal {
  return Array.isArray(principal?.permissions);
}

function callerFactsOf({ acr, authTime, issuer, permissions }: Principal): {
  readonly caller: string;
  readonly callerFacts: CallerFacts;
} {
  const callerFacts: CallerFacts = {
    ...(acr !== undefined && { acr }),
    ...(authTime !== undefined && { authTime }),
    ...(issuer !== undefined && { issuer }),
    permissions: permissions.toSorted(),
  };
  return { caller: fingerprint(callerFacts as unknown as Json).slice(0, digestLength), callerFacts };
}

/** Digests of the arguments that the trail shows in part, keyed, so that equal ones can be told without their values. */
export function secretsOf(value: Json, shown: Json, blind: (print: string) => string): Partial<AuditEntry> {
  if (!isObject(value) || !isObject(shown)) return {};
  const hidden = Object.entries(value).filter(
    ([name, each]) => fingerprint(each) !== fingerprint(shown[name] ?? null),
  );
  return { secrets: Object.fromEntries(hidden.map(([name, each]) => [name, blind(fingerprint(each))])) };
}
