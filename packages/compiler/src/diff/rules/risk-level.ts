import type { ClauseRule } from "../facts/change-rule.ts";
import { riskLevels } from "@proviso/manifest";
import { orderedRule } from "../facts/ordered-rule.ts";

export const riskLevel: ClauseRule = orderedRule({
  name: "risk-level",
  summary: "The risk level, from `low` to `forbidden`.",
  clauses: ({ riskLevel: level }) => [
    { path: "riskLevel", value: level, strictness: riskLevels.indexOf(level) },
  ],
  model: "unchanged",
  loosened: {
    callers: "safe",
    means: "The level is lower, so the server, the guard and hosts check less.",
    says: "has a lower risk level",
  },
  tightened: {
    callers: "dangerous",
    means:
      "The level is higher, so a person may be asked or a log-in may be needed before a call that went through.",
    says: "has a higher risk level",
  },
  examples: [
    {
      id: "risk-level-loosened",
      path: "riskLevel",
      before: { riskLevel: "medium", sideEffects: "[{ updates: The note., reversible: true }]" },
      after: { riskLevel: "low", sideEffects: "[{ updates: The note., reversible: true }]" },
    },
  ],
});
