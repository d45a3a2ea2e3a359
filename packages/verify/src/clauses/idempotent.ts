import type { JsonObject } from "@proviso/manifest";
import type { Action, Change, Claim, Clause, Judgement, Step, Tool } from "../model.ts";
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
    return effects.length > 0
      ? refuted(`the same call again changed something: ${changesText(effects)}`)
      : survived;
  },
};

/** Compares the effects of a call that was disturbed with those of one that was not: it may not have more. */
function judgeOnce(steps: readonly Step[], how: string): Judgement {
  const [reference, ...others] = steps;
  if (!reference || !wasDone(reference)) return isVoid;
  const [once, effects] = [effectsIn([reference]), effectsIn(others)];
  const hasGrown = [...growthOf(effects)].some(([what, bytes]) => {
    const usual = growthOf(once).get(what) ?? Infinity;
    // Ids and times may be a little longer the second time.
    return bytes > usual * 1.5;
  });
  if (hasGrown || countOf(effects) > countOf(once))
    return refuted(`${how} had more effects than one call: ${changesText(effects)}`);
  return survived;
}

/** A file that was being written when its process was killed, before it got its name. */
const temporary = /\.(te?mp|part|swp|lock)$|~$/i;

/** Things that came, went or were sent. What was changed is not counted: two calls change the same thing. */
function countOf(effects: readonly Change[]): number {
  const counted = effects.filter(({ oracle, what }) => oracle !== "files" || !temporary.test(what));
  return counted.filter(({ kind }) => kind === "added" || kind === "sent" || kind === "removed").length;
}

function growthOf(effects: readonly Change[]): ReadonlyMap<string, number> {
  const growing = Map.groupBy(effects, ({ what }) => what);
  return new Map(
    [...growing].map(([what, all]) => [what, all.reduce((sum, { amount = 0 }) => sum + amount, 0)] as const),
  );
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

/** Milliseconds: during the call, or after it. */
const killTimes = [25, 5, 60, 1];

export const idempotentAfterCrash: Clause = {
  name: "idempotent-after-crash",
  isLast: true,
  summary: "A call that is made again after the server was killed has the effects of one.",
  claim: claimOf,
  missing: (_tool, { oracles, canKill }) =>
    missingOracle(oracles) ?? (canKill ? undefined : "a server that verify starts and may kill: -- COMMAND"),
  actions(tool, args) {
    const call = callOf(tool, args, freshKey());
    const killAfterMs = killTimes[trials % killTimes.length] ?? 0;
    return [callOf(tool, args, freshKey()), { ...call, killAfterMs }, { kind: "restart" }, call];
  },
  judge: (_tool, steps) => judgeOnce(steps, "a call that was repeated after a crash"),
};
