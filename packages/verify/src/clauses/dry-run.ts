import type { JsonObject } from "@proviso/manifest";
import type { Action, Clause, Tool } from "../model.ts";
import {
  changesText,
  contractField,
  effectsIn,
  isVoid,
  missingOracle,
  refuted,
  survived,
  wasDone,
} from "./facts.ts";

const planOf = (tool: Tool | undefined, args: JsonObject): Action => ({
  kind: "call",
  tool: tool?.name ?? "",
  arguments: { ...args, dryRun: true },
});

export const dryRun: Clause = {
  name: "dry-run",
  summary: "A dry run changes nothing.",
  claim: (tool) =>
    contractField(tool, "dryRun") === undefined
      ? undefined
      : { text: "a dry run changes nothing", source: "contract" },
  missing: (_tool, { oracles }) => missingOracle(oracles),
  actions: (tool, args) => [planOf(tool, args)],
  judge(_tool, steps) {
    const effects = effectsIn(steps);
    if (effects.length > 0) return refuted(`a dry run changed something: ${changesText(effects)}`);
    return steps.some(wasDone) ? survived : isVoid;
  },
};

export const planHolds: Clause = {
  name: "plan-holds",
  summary: "What a plan foretells is what then happens.",
  claim: (tool) =>
    contractField(tool, "dryRun") === undefined
      ? undefined
      : { text: "its plan says what the call then does", source: "contract" },
  missing: (_tool, { oracles }) => missingOracle(oracles),
  actions: (tool, args) => [planOf(tool, args), { kind: "call", tool: tool?.name ?? "", arguments: args }],
  judge(_tool, [planned, called]) {
    if (!planned || !called || !wasDone(planned)) return isVoid;
    const plan = (planned.answer.value ?? {}) as JsonObject;
    const foretold = Array.isArray(plan["expectedSideEffects"]) ? plan["expectedSideEffects"] : [];
    const lacking = Array.isArray(plan["missingPermissions"]) ? plan["missingPermissions"] : [];
    const effects = effectsIn([called]);
    if (foretold.length === 0 && effects.length > 0)
      return refuted(`the plan foretold no effect, and the call had one: ${changesText(effects)}`);
    if (lacking.length === 0 && called.answer.code === "permission_denied")
      return refuted("the plan named no missing permission, and the call was denied");
    if (lacking.length > 0 && wasDone(called))
      return refuted("the plan named missing permissions, and the call completed");
    const wrong = wrongCount(plan, (called.answer.value ?? {}) as JsonObject);
    if (wasDone(called) && wrong !== undefined) return refuted(wrong);
    return wasDone(called) || called.answer.code === "permission_denied" ? survived : isVoid;
  },
};

/** A count that the plan and the result give under the same name has to be the same. */
function wrongCount(plan: JsonObject, result: JsonObject): string | undefined {
  const [name] = Object.keys(plan).filter(
    (key) => Number.isInteger(plan[key]) && Number.isInteger(result[key]) && plan[key] !== result[key],
  );
  if (name === undefined) return undefined;
  return `the plan said ${name}: ${String(plan[name])}, and the call did ${name}: ${String(result[name])}`;
}
