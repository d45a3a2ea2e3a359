import type { Clause } from "../model.ts";
import { changesText, effectsIn, isVoid, missingOracle, refuted, survived, wasDone } from "./facts.ts";

export const addsOnly: Clause = {
  name: "adds-only",
  summary: "A tool with the hint that it destroys nothing removes and overwrites nothing.",
  claim(tool) {
    const { readOnlyHint, destructiveHint } = tool?.annotations ?? {};
    if (readOnlyHint === true || destructiveHint !== false) return undefined;
    return { text: "it only adds (destructiveHint: false)", source: "hint" };
  },
  missing: (_tool, { oracles }) => missingOracle(oracles),
  judge(tool, steps) {
    // A contract may call an update harmless that can be undone.
    const kinds = tool?.contract ? ["removed"] : ["removed", "changed"];
    const destroyed = effectsIn(steps).filter(({ kind }) => kinds.includes(kind));
    if (destroyed.length > 0) return refuted(`a call did not only add: ${changesText(destroyed)}`);
    return steps.some(wasDone) ? survived : isVoid;
  },
};
