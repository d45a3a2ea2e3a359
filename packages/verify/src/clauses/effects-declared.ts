import type { Change, Clause } from "../model.ts";
import {
  changesText,
  declaredEffects,
  effectsIn,
  isVoid,
  missingOracle,
  refuted,
  survived,
  wasDone,
} from "./facts.ts";

/** Kinds of side effect, one of which has to be declared for a change. */
const kindsFor: Readonly<Record<Change["kind"], readonly string[]>> = {
  // A message or a payment leaves a record.
  added: ["creates", "updates", "sends", "calls", "pays", "refunds", "grants", "unclassified"],
  changed: ["updates", "deletes", "pays", "refunds", "grants", "unclassified"],
  // An update may write a thing under another name.
  removed: ["deletes", "updates", "unclassified"],
  sent: ["sends", "calls", "pays", "refunds", "unclassified"],
  asked: [],
  started: ["calls", "unclassified"],
};

export const effectsDeclared: Clause = {
  name: "effects-declared",
  summary: "A tool changes nothing but what its contract declares.",
  claim(tool) {
    const effects = declaredEffects(tool);
    if (effects === undefined || effects.length === 0) return undefined;
    return { text: `it ${[...new Set(effects)].join(", ")}, and nothing else`, source: "contract" };
  },
  missing: (_tool, { oracles }) => missingOracle(oracles),
  judge(tool, steps) {
    const declared = declaredEffects(tool) ?? [];
    const undeclared = effectsIn(steps).filter(
      ({ kind }) => !kindsFor[kind].some((each) => declared.includes(each)),
    );
    if (undeclared.length > 0)
      return refuted(`a call had an effect that is not declared: ${changesText(undeclared)}`);
    return steps.some(wasDone) ? survived : isVoid;
  },
};
