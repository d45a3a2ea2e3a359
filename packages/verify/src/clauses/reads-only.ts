import type { Clause } from "../model.ts";
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

export const readsOnly: Clause = {
  name: "reads-only",
  summary: "A tool that says that it only reads changes nothing.",
  claim(tool) {
    const effects = declaredEffects(tool);
    if (effects?.length === 0) return { text: "it has no side effects", source: "contract" };
    if (effects === undefined && tool?.annotations["readOnlyHint"] === true)
      return { text: "it only reads", source: "hint" };
    return undefined;
  },
  missing: (_tool, { oracles }) => missingOracle(oracles),
  judge(_tool, steps) {
    const effects = effectsIn(steps);
    if (effects.length > 0) return refuted(`a call changed something: ${changesText(effects)}`);
    return steps.some(wasDone) ? survived : isVoid;
  },
};
