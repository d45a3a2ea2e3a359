import { mediumWithLastingEffect } from "../../src/rules/medium-with-lasting-effect.ts";
import { checkRule } from "./check-rule.ts";

checkRule(mediumWithLastingEffect, {
  valid: {
    "effects that can be undone": {
      riskLevel: "medium",
      sideEffects: "[{ updates: A status., reversible: true }, creates: A note.]",
    },
    "a lasting effect on a higher level": { riskLevel: "high", sideEffects: "[updates: A status.]" },
  },
  invalid: {
    "an effect that cannot be undone": { riskLevel: "medium", sideEffects: "[⟦updates: A status.⟧]" },
    "a deletion and a permission, undone or not": {
      riskLevel: "medium",
      sideEffects: "[⟦deletes: Every customer.⟧, ⟦{ grants: Everything., reversible: true }⟧]",
    },
  },
});
