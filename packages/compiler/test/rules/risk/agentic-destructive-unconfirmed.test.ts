import { agenticDestructiveUnconfirmed } from "../../../src/rules/risk/agentic-destructive-unconfirmed.ts";
import { checkRule } from "../check-rule.ts";

checkRule(agenticDestructiveUnconfirmed, {
  valid: {
    "an agent that only reads": { agency: "true" },
    "a destructive tool that is no agent": { riskLevel: "medium", sideEffects: "[deletes: A note.]" },
    "a destructive agent that is always confirmed": {
      riskLevel: "high",
      agency: "true",
      sideEffects: "[deletes: A note.]",
    },
  },
  invalid: {
    "a destructive agent that nobody confirms": {
      riskLevel: "medium",
      agency: "⟦true⟧",
      sideEffects: "[deletes: A note.]",
    },
    "a destructive agent that is confirmed now and then": {
      riskLevel: "medium",
      confirmation: '{ when: "env.name == \\"live\\"" }',
      agency: "⟦true⟧",
      sideEffects: "[deletes: A note.]",
    },
  },
});
