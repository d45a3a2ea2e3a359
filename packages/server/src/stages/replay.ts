import type { Json, JsonObject } from "@proviso/manifest";
import type { AuthorizedCall, Gate } from "../call.ts";
import { fingerprint, storeKey } from "../fingerprint.ts";
import type { Outcome } from "../outcome.ts";
import type { Clock, Store } from "../ports.ts";
import { refuse } from "../refuse.ts";
import { claim, release, remember, start } from "../remembered-call.ts";
import type { Claimed } from "../remembered-call.ts";
import type { Next, Stage } from "../stage.ts";

/** A repeated call returns the outcome of the first. After authorize, so that it is nobody else's; before confirm. */
export function replay(store: Store, clock: Clock, env: string): Stage<AuthorizedCall, AuthorizedCall> {
  const once = async (key: string, call: AuthorizedCall, next: Next<AuthorizedCall>): Promise<Outcome> => {
    const claimed = await claim(key, call, { store, clock, env });
    if (claimed !== "ours") return answer(call, claimed);
    const gate: Gate = async () =>
      (await start(key, call, { store, clock })) ? undefined : inProgress(call);
    return settle(key, { ...call, gates: [...call.gates, gate] }, next);
  };
  const settle = async (key: string, call: AuthorizedCall, next: Next<AuthorizedCall>): Promise<Outcome> => {
    try {
      const outcome = await next(call);
      await (isFinal(outcome, call)
        ? remember(key, call, outcome, { store, clock })
        : release(key, call, { store, clock }));
      return outcome;
    } catch (error) {
      if (!call.trace.executed) await release(key, call, { store, clock });
      throw error;
    }
  };
  return {
    name: "replay",
    async run(call, next) {
      if (call.dryRun) return next(call);
      const problem = checkKey(call.options.idempotencyKey);
      if (problem) return refuse(call, "invalid_input", problem);
      // Both keys count: the caller's own, and the fields by which the contract says that calls are the same.
      const run = keysOf(call).reduceRight<Next<AuthorizedCall>>(
        (inner, key) => (current) => once(key, current, inner),
        next,
      );
      return run(call);
    },
  };
}

const longestKey = 256;

function checkKey(key: unknown): string | undefined {
  if (key === undefined || (typeof key === "string" && key.length > 0 && key.length <= longestKey))
    return undefined;
  return `An idempotency key has 1 to ${longestKey} characters.`;
}

function keysOf(call: AuthorizedCall): readonly string[] {
  const { input, options, principal, tool } = call;
  const { idempotency, name } = tool.contract;
  const key = (kind: string, value: string): string =>
    storeKey("call", kind, principal.tenant, principal.id, name, value);
  const declared = idempotency?.key.length
    ? [key("declared", fingerprint(pick(input, idempotency.key)))]
    : [];
  return options.idempotencyKey === undefined
    ? declared
    : [key("explicit", options.idempotencyKey), ...declared];
}

function pick(input: JsonObject, fields: readonly string[]): Json {
  return fields.map((field) => (Object.hasOwn(input, field) ? [input[field] ?? null] : []));
}

function answer(call: AuthorizedCall, claimed: Exclude<Claimed, "ours">): Outcome {
  if (claimed === "conflict") {
    return refuse(call, "idempotency_conflict", "The same key was used for a call with other arguments.");
  }
  if (claimed === "in_progress") return inProgress(call);
  if (claimed === "unknown") {
    const message =
      "An earlier call with this key began and never reported: it is not known whether it took effect.";
    return refuse(call, "outcome_unknown", message);
  }
  call.trace.replayed = true;
  return claimed.outcome.kind === "completed" ? { ...claimed.outcome, replayed: true } : claimed.outcome;
}

function inProgress(call: AuthorizedCall): Outcome {
  return refuse(call, "in_progress", "The same call is being processed.");
}

/**
 * What a repeated call must not run again: what was done, and what may have been. A failure that the contract declares
 * is the handler's word that nothing was done; every other one, once the handler has begun to act, is a doubt.
 */
function isFinal(outcome: Outcome, { tool, trace }: AuthorizedCall): boolean {
  if (outcome.kind !== "failed") return outcome.kind === "completed";
  const { failureModes, hints } = tool.contract;
  const isDeclared = failureModes.some((mode) => mode.code === outcome.failure.code && !mode.implied);
  return trace.executed && !isDeclared && !hints.readOnlyHint;
}
