import type { JsonObject } from "@proviso/manifest";
import type { Clause, Step } from "../model.ts";
import { callOf, claimIf, effectsIn, judging, needsOracle, told, wasDone } from "./facts.ts";

const isShown = (step: Step): boolean => wasDone(step) || step.answer.code === "permission_denied";

export const planHolds: Clause = {
  name: "plan-holds",
  isFresh: true,
  claim: (tool) => claimIf(tool?.contract?.["dryRun"] !== undefined, "its plan says what the call then does"),
  missing: needsOracle,
  actions: (tool, args) => [callOf(tool, { ...args, dryRun: true }), callOf(tool, args)],
  judge(tool, [planned, called], world) {
    if (!planned || !called || !wasDone(planned)) return { kind: "void" };
    return judging(() => problemOf(planned, called), isShown)(tool, [called], world);
  },
};

function problemOf({ answer }: Step, called: Step): string | undefined {
  const plan = (answer.value ?? {}) as JsonObject;
  const isEmpty = (name: string): boolean => !Array.isArray(plan[name]) || plan[name].length === 0;
  const effects = told("the plan foretold no effect, and the call had one", effectsIn([called]));
  if (isEmpty("expectedSideEffects") && effects !== undefined) return effects;
  if (isEmpty("missingPermissions") && called.answer.code === "permission_denied")
    return "the plan named no missing permission, and the call was denied";
  if (!wasDone(called)) return undefined;
  if (!isEmpty("missingPermissions")) return "the plan named missing permissions, and the call completed";
  // A count that the plan and the result give under the same name has to be the same.
  const result = (called.answer.value ?? {}) as JsonObject;
  const isCount = (key: string): boolean => Number.isInteger(plan[key]) && Number.isInteger(result[key]);
  const name = Object.keys(plan).find((key) => isCount(key) && plan[key] !== result[key]);
  if (name === undefined) return undefined;
  return `the plan said ${name}: ${String(plan[name])}, and the call did ${name}: ${String(result[name])}`;
}
