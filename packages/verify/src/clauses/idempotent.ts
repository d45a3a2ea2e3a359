import { canonicalJson, type JsonObject } from "@proviso/manifest";
import type { Action, Change, Clause, Step, Tool } from "../model.ts";
import { hasOwnKeys } from "./contract.ts";
import { callOf, claimIf, effectsIn, needsOracle, told } from "./facts.ts";
import { replayedText, wasDone, wasHidden, wasReplayed } from "./facts.ts";

const claim: Clause["claim"] = (tool) => {
  const { annotations = {}, contract } = tool ?? {};
  const again = "the same call again has no further effect";
  const text = hasOwnKeys(tool) ? `${again} if its idempotency key is the same` : again;
  if (annotations["readOnlyHint"] === true) return undefined;
  // The hint of a contract says no more than its idempotency.
  return contract
    ? claimIf(contract["idempotency"] !== undefined, text)
    : claimIf(annotations["idempotentHint"] === true, `${text} (idempotentHint: true)`, "hint");
};

/** Keys have to be new: a server remembers those of earlier trials. */
let trials = 0;

/** A key of our own, where the contract does not take it from the arguments. */
function freshCall(tool: Tool | undefined, args: JsonObject) {
  const key = `verify-${process.pid}-${Date.now()}-${trials++}`;
  return callOf(tool, args, hasOwnKeys(tool) ? { key } : {});
}

/** Compares calls with the first one, which has to complete. What it does has to be seen: else no repetition is. */
function judgingAfter(
  observe: (first: Step, others: readonly Step[]) => string | undefined,
  whyNothing: (first: Step, others: readonly Step[]) => string | undefined = () => undefined,
): Clause["judge"] {
  return (tool, steps) => {
    const [first, ...later] = steps;
    const asked = steps.findLast(({ action }) => action.kind === "call")?.action;
    const others = later.filter(({ action }) => action.kind === "restart" || isSameCall(action, asked));
    if (!first || first.action.kind !== "call" || first.action.tool !== tool?.name) return { kind: "void" };
    if (others.length === 0 || !wasDone(first)) return { kind: "void" };
    const observed = observe(first, others);
    if (observed !== undefined) return { kind: "refuted", observed };
    if (steps.some(wasHidden)) return { kind: "void" };
    const ran = effectsIn([first]).length > 0;
    const none = wasReplayed(first) ? replayedText : "the call completed without an effect that is watched";
    const why = ran ? whyNothing(first, others) : none;
    return why === undefined ? { kind: "survived" } : { kind: "void", why };
  };
}

/** Leaves out what a trial needs before its calls on a new folder: other calls, also of the same tool, and its dry run. */
function isSameCall(action: Action, asked: Action | undefined): boolean {
  if (action.kind !== "call" || asked?.kind !== "call" || action.tool !== asked.tool) return false;
  const isKeyed = (each: typeof action): boolean => each.key !== undefined;
  return (
    isKeyed(action) === isKeyed(asked) && canonicalJson(action.arguments) === canonicalJson(asked.arguments)
  );
}

export const idempotent: Clause = {
  name: "idempotent",
  isFresh: true,
  claim,
  missing: needsOracle,
  actions(tool, args) {
    const call = freshCall(tool, args);
    return [call, call];
  },
  judge: judgingAfter((_, others) => told("the same call again changed something", effectsIn(others))),
};

/** Compares the effects of a call that was disturbed with those of one that was not: it may not have more. */
function judgingOnce(how: string, disturbed: (others: readonly Step[]) => readonly Step[]): Clause["judge"] {
  return judgingAfter(
    (reference, others) => {
      const [once, effects] = [effectsIn([reference]), effectsIn(others)];
      // A reference that only brought back a stored outcome is none.
      if (once.length === 0) return undefined;
      const usual = growthOf(once);
      // Ids and times may be a little longer the second time.
      const hasGrown = [...growthOf(effects)].some(
        ([what, bytes]) => bytes > (usual.get(what) ?? Infinity) * 1.5,
      );
      const hasMore = hasGrown || countOf(effects) > countOf(once);
      return hasMore ? told(`${how} had more effects than one call`, effects) : undefined;
    },
    (_, others) => {
      const steps = disturbed(others);
      if (effectsIn(steps).length > 0) return undefined;
      return steps.some(wasReplayed) ? replayedText : `${how} had no effect before it ended`;
    },
  );
}

/** A file that was being written when its process was killed, before it got its name. */
const temporary = /\.(te?mp|part|swp|lock)$|~$/i;

/** Things that came, went or were sent. What was changed is not counted: two calls change the same thing. A file counts once: what is written into it is measured by its growth. */
function countOf(effects: readonly Change[]): number {
  const counted = effects.filter(({ kind }) => ["added", "sent", "removed"].includes(kind));
  const [files, others] = [counted.filter(isOfFiles), counted.filter((change) => !isOfFiles(change))];
  const lasting = files.filter(({ what }) => !temporary.test(what));
  return others.length + new Set(lasting.map(({ kind, what }) => `${kind} ${what}`)).size;
}

const isOfFiles = ({ oracle }: Change): boolean => oracle === "files";

function growthOf(effects: readonly Change[]): ReadonlyMap<string, number> {
  const growth = new Map<string, number>();
  for (const { what, amount = 0 } of effects) growth.set(what, (growth.get(what) ?? 0) + amount);
  return growth;
}

export const idempotentAtOnce: Clause = {
  name: "idempotent-at-once",
  isFresh: true,
  claim,
  missing: needsOracle,
  reference: freshCall,
  actions(tool, args) {
    const call = freshCall(tool, args);
    return [call, { ...call, isConcurrent: true }];
  },
  judge: judgingOnce("two equal calls at once", (others) => others),
};

/** Milliseconds: during the call, or after it. */
const killTimes = [25, 250, 5, 60];
let kills = 0;

export const idempotentAfterCrash: Clause = {
  name: "idempotent-after-crash",
  isLast: true,
  isFresh: true,
  claim,
  missing: (tool, world) =>
    needsOracle(tool, world) ??
    (world.canKill ? undefined : "a server that verify starts and may kill: -- COMMAND"),
  reference: freshCall,
  actions(tool, args) {
    const call = freshCall(tool, args);
    const killAfterMs = killTimes[kills++ % killTimes.length] ?? 0;
    return [{ ...call, killAfterMs }, { kind: "restart" }, call];
  },
  // The call that is killed has to have run: its repetition alone shows nothing.
  judge: judgingOnce("a call that was repeated after a crash", (others) => others.slice(0, 1)),
};
