import type { JsonObject } from "@proviso/manifest";
import type { Action, Claim, Clause, Step, Tool } from "../model.ts";
import {
  changesText,
  contractPart,
  effectsIn,
  isVoid,
  missingOracle,
  refuted,
  survived,
  wasDone,
} from "./facts.ts";

function claimOf(tool: Tool | undefined): Claim | undefined {
  if (tool?.annotations["readOnlyHint"] === true) return undefined;
  if (tool?.contract?.["idempotency"] !== undefined)
    return { text: "the same call again has no further effect", source: "contract" };
  // The hint of a contract says no more than its idempotency.
  if (tool?.contract || tool?.annotations["idempotentHint"] !== true) return undefined;
  return { text: "the same call again has no further effect (idempotentHint: true)", source: "hint" };
}

type Call = Action & { readonly kind: "call" };

/** Keys of our own, where the contract does not take them from the arguments. */
function callOf(tool: Tool | undefined, args: JsonObject, key: string): Call {
  const isKeyed = tool?.contract !== undefined && contractPart(tool, "idempotency")["key"] !== undefined;
  return { kind: "call", tool: tool?.name ?? "", arguments: args, ...(isKeyed && { key: `verify-${key}` }) };
}

/** Keys have to be new: a server remembers those of earlier trials. */
let trials = 0;
const freshKey = (): string => `${process.pid}-${Date.now()}-${trials++}`;

export const idempotent: Clause = {
  name: "idempotent",
  summary: "The same call again, with the same key, has no further effect.",
  claim: claimOf,
  missing: (_tool, { oracles }) => missingOracle(oracles),
  actions(tool, args) {
    const call = callOf(tool, args, freshKey());
    return [call, call];
  },
  judge(_tool, steps) {
    const [first, again] = steps;
    if (!first || !again || !wasDone(first)) return isVoid;
    const effects = effectsIn([again]);
    return effects.length > 0 ? refuted(`the same call again changed something: ${changesText(effects)}`) : survived;
  },
};

/** Compares the effects of a call that was disturbed with those of one that was not: it may not have more. */
function judgeOnce(steps: readonly Step[], how: string) {
  const [reference, ...others] = steps;
  if (!reference || !wasDone(reference)) return isVoid;
  const most = countOf(effectsIn([reference]));
  const effects = effectsIn(others);
  if (countOf(effects) > most) return refuted(`${how} had more effects than one call: ${changesText(effects)}`);
  return survived;
}

/** Changed things are not counted: two calls in a row change the same thing once, or twice. */
function countOf(effects: ReturnType<typeof effectsIn>): number {
  return effects.filter(({ kind }) => kind === "added" || kind === "sent" || kind === "removed").length;
}

export const idempotentAtOnce: Clause = {
  name: "idempotent-at-once",
  summary: "Two equal calls at the same time have the effects of one.",
  claim: claimOf,
  missing: (_tool, { oracles }) => missingOracle(oracles),
  actions(tool, args) {
    const call = callOf(tool, args, freshKey());
    return [callOf(tool, args, freshKey()), call, { ...call, isConcurrent: true }];
  },
  judge: (_tool, steps) => judgeOnce(steps, "two equal calls at once"),
};

export const idempotentAfterCrash: Clause = {
  name: "idempotent-after-crash",
  summary: "A call that is made again after the server was killed has the effects of one.",
  claim: claimOf,
  missing: (_tool, { oracles, canKill }) =>
    missingOracle(oracles) ?? (canKill ? undefined : "a server that verify starts and may kill: -- COMMAND"),
  actions(tool, args) {
    const call = callOf(tool, args, freshKey());
    return [callOf(tool, args, freshKey()), { ...call, killAfterMs: 5 }, { kind: "restart" }, call];
  },
  judge: (_tool, steps) => judgeOnce(steps, "a call that was repeated after a crash"),
};
