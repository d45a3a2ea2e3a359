import type { Json, JsonObject } from "@proviso/manifest";
import type { AuthorizedCall, Gate } from "../call/call.ts";
import { fingerprint, storeKey } from "../../canonical/fingerprint.ts";
import { identityOf } from "../../canonical/identity.ts";
import type { Outcome } from "../../api/outcome.ts";
import { refuse } from "../call/refuse.ts";
import { formerKeys } from "./former-keys.ts";
import { claim, release, remember, start } from "./remembered-call.ts";
import type { Claimed, Done, Memory } from "./remembered-call.ts";
import type { Next, Stage } from "../call/stage.ts";
import { refuseOldLogIn } from "../step-up/step-up.ts";

/** A repeated call returns the outcome of the first. After authorize, so that it is nobody else's; before confirm. */
export function replay(memory: Memory): Stage<AuthorizedCall, AuthorizedCall> {
  const former = formerKeys(memory);
  const once = async (
    { key, isFormer }: CallKey,
    call: AuthorizedCall,
    next: Next<AuthorizedCall>,
  ): Promise<Outcome> => {
    const claimed = await claim(key, call, memory);
    // What was one call under another contract may be two under this one.
    if (isFormer && claimed === "conflict") return next(call);
    if (typeof claimed === "object") return replayed(call, claimed, memory);
    if (claimed !== "ours") return refusal(call, claimed);
    const gate: Gate = async () => ((await start(key, call, memory)) ? undefined : inProgress(call));
    return settle(key, { ...call, gates: [...call.gates, gate] }, next);
  };
  const settle = async (key: string, call: AuthorizedCall, next: Next<AuthorizedCall>): Promise<Outcome> => {
    try {
      const outcome = await next(call);
      await (isFinal(outcome, call) ? remember(key, call, outcome, memory) : release(key, call, memory));
      return outcome;
    } catch (error) {
      if (!call.trace.executed) await release(key, call, memory);
      throw error;
    }
  };
  return {
    name: "replay",
    async run(call, next) {
      if (call.dryRun) return next(call);
      // Both keys count: the caller's own, and the fields by which the contract says that calls are the same.
      const run = keysOf(call, await former(call)).reduceRight<Next<AuthorizedCall>>(
        (inner, key) => (current) => once(key, current, inner),
        next,
      );
      return run(call);
    },
  };
}

interface CallKey {
  readonly key: string;
  /** Made of the fields that another contract of the tool declared. */
  readonly isFormer: boolean;
}

function keysOf(call: AuthorizedCall, former: readonly (readonly string[])[]): readonly CallKey[] {
  const { input, options, principal, tool } = call;
  const { idempotency, name } = tool.contract;
  const key = (kind: string, value: string, isFormer = false): CallKey => ({
    key: storeKey("call", kind, identityOf(principal), name, value),
    isFormer,
  });
  const byFields = (fields: readonly string[], isFormer: boolean): CallKey =>
    key("declared", fingerprint(pick(input, fields)), isFormer);
  return [
    ...(options.idempotencyKey === undefined ? [] : [key("explicit", options.idempotencyKey)]),
    ...(idempotency?.key.length ? [byFields(idempotency.key, false)] : []),
    ...former.map((fields) => byFields(fields, true)),
  ];
}

function pick(input: JsonObject, fields: readonly string[]): Json {
  return fields.map((field) => (Object.hasOwn(input, field) ? [input[field] ?? null] : []));
}

function refusal(call: AuthorizedCall, claimed: Exclude<Claimed, "ours" | Done>): Outcome {
  if (claimed === "conflict") {
    return refuse(call, "idempotency_conflict", "The same key was used for a call with other arguments.");
  }
  if (claimed === "in_progress") return inProgress(call);
  const message =
    claimed === "unknown"
      ? "An earlier call with this key began and never reported: it is not known whether it took effect."
      : "An earlier call with this key came to its end, but what came of it can no longer be read.";
  return refuse(call, "outcome_unknown", message);
}

/**
 * Nothing runs, but what is told again is told under today's contract: to somebody whose log-in is as fresh as the
 * effect would need, and only in a form that the contract still promises.
 */
function replayed(call: AuthorizedCall, { outcome, contractHash }: Done, memory: Memory): Outcome {
  const tooOld = refuseOldLogIn(call, memory.env, memory.clock.now());
  if (tooOld) return tooOld;
  if (
    outcome.kind === "completed" &&
    contractHash !== call.tool.contract.hash &&
    !fits(call, outcome.output)
  ) {
    const message =
      "An earlier call with this key ran under another contract, and its result does not fit this one.";
    return refuse(call, "idempotency_conflict", message);
  }
  call.trace.replayed = true;
  return outcome.kind === "completed" ? { ...outcome, replayed: true } : outcome;
}

function fits({ tool }: AuthorizedCall, output: JsonObject): boolean {
  return tool.checkOutput(output).length === 0;
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
