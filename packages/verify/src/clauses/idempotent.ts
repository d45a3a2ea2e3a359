import type { JsonObject } from "@proviso/manifest";
import type { Change, Clause, Step, Tool } from "../model.ts";
import { contractPart } from "./contract.ts";
import { callOf, claimIf, effectsIn, judging, needsOracle, told, wasDone, wasHidden } from "./facts.ts";

const claim: Clause["claim"] = (tool) => {
  const { annotations = {}, contract } = tool ?? {};
  const text = "the same call again has no further effect";
  if (annotations["readOnlyHint"] === true) return undefined;
  // The hint of a contract says no more than its idempotency.
  return contract
    ? claimIf(contract["idempotency"] !== undefined, text)
    : claimIf(annotations["idempotentHint"] === true, `${text} (idempotentHint: true)`, "hint");
};

/** Keys have to be new: a server remembers those of earlier trials. */
let trials = 0;

/** Keys of our own, where the contract does not take them from the arguments. */
function freshCall(tool: Tool | undefined, args: JsonObject) {
  const key = `verify-${process.pid}-${Date.now()}-${trials++}`;
  return callOf(tool, args, contractPart(tool, "idempotency")["key"] === undefined ? {} : { key });
}

/** Without a first call that completes, a trial shows nothing. */
function judgingAfter(
  observe: (first: Step, others: readonly Step[]) => string | undefined,
): Clause["judge"] {
  return (tool, [first, ...others], world) =>
    first && others.length > 0 && wasDone(first)
      ? judging(
          () => observe(first, others),
          () => !others.some(wasHidden),
        )(tool, [first], world)
      : { kind: "void" };
}

export const idempotent: Clause = {
  name: "idempotent",
  claim,
  missing: needsOracle,
  actions(tool, args) {
    const call = freshCall(tool, args);
    return [call, call];
  },
  judge: judgingAfter((_, others) => told("the same call again changed something", effectsIn(others))),
};

/** Compares the effects of a call that was disturbed with those of one that was not: it may not have more. */
function judgingOnce(how: string): Clause["judge"] {
  return judgingAfter((reference, others) => {
    const [once, effects] = [effectsIn([reference]), effectsIn(others)];
    const usual = growthOf(once);
    // Ids and times may be a little longer the second time.
    const hasGrown = [...growthOf(effects)].some(
      ([what, bytes]) => bytes > (usual.get(what) ?? Infinity) * 1.5,
    );
    const hasMore = hasGrown || countOf(effects) > countOf(once);
    return hasMore ? told(`${how} had more effects than one call`, effects) : undefined;
  });
}

/** A file that was being written when its process was killed, before it got its name. */
const temporary = /\.(te?mp|part|swp|lock)$|~$/i;

/** Things that came, went or were sent. What was changed is not counted: two calls change the same thing. */
function countOf(effects: readonly Change[]): number {
  const counted = effects.filter(({ oracle, what }) => oracle !== "files" || !temporary.test(what));
  return counted.filter(({ kind }) => ["added", "sent", "removed"].includes(kind)).length;
}

function growthOf(effects: readonly Change[]): ReadonlyMap<string, number> {
  const growth = new Map<string, number>();
  for (const { what, amount = 0 } of effects) growth.set(what, (growth.get(what) ?? 0) + amount);
  return growth;
}

export const idempotentAtOnce: Clause = {
  name: "idempotent-at-once",
  claim,
  missing: needsOracle,
  actions(tool, args) {
    const call = freshCall(tool, args);
    return [freshCall(tool, args), call, { ...call, isConcurrent: true }];
  },
  judge: judgingOnce("two equal calls at once"),
};

/** Milliseconds: during the call, or after it. */
const killTimes = [25, 5, 60, 1];

export const idempotentAfterCrash: Clause = {
  name: "idempotent-after-crash",
  isLast: true,
  claim,
  missing: (tool, world) =>
    needsOracle(tool, world) ??
    (world.canKill ? undefined : "a server that verify starts and may kill: -- COMMAND"),
  actions(tool, args) {
    const call = freshCall(tool, args);
    const killAfterMs = killTimes[trials % killTimes.length] ?? 0;
    return [freshCall(tool, args), { ...call, killAfterMs }, { kind: "restart" }, call];
  },
  judge: judgingOnce("a call that was repeated after a crash"),
};
