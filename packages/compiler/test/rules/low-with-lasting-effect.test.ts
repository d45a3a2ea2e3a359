import { lowWithLastingEffect } from "../../src/rules/low-with-lasting-effect.ts";
import { checkRule } from "./check-rule.ts";

checkRule(lowWithLastingEffect, {
  valid: {
    "a tool that only reads": {},
    "an effect that is reversible by nature": { sideEffects: "[creates: A reminder.]" },
    "an effect that is said to be reversible": { sideEffects: "[{ updates: The title., reversible: true }]" },
    "a lasting effect on another level": {
      riskLevel: "critical",
      stepUpAuth: "always",
      sideEffects: "[deletes: A note.]",
    },
  },
  invalid: {
    "an effect that cannot be undone": { sideEffects: "[⟦deletes: A note.⟧]" },
    "an effect that is said to be irreversible": {
      sideEffects: "[⟦{ creates: A note., reversible: false }⟧]",
    },
    "a deletion and a permission, undone or not": {
      sideEffects: "[⟦{ deletes: A note., reversible: true }⟧, ⟦{ grants: A right., reversible: true }⟧]",
    },
    "an effect that leaves the system, undone or not": {
      sideEffects: "[⟦{ sends: A letter., reversible: true }⟧]",
    },
    "each of several effects": { sideEffects: "[⟦updates: One.⟧, creates: Two., ⟦Three.⟧]" },
  },
});
