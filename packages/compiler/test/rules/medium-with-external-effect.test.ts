import { mediumWithExternalEffect } from "../../src/rules/medium-with-external-effect.ts";
import { checkRule } from "./check-rule.ts";

checkRule(mediumWithExternalEffect, {
  valid: {
    "effects inside the system": {
      riskLevel: "medium",
      sideEffects: "[{ updates: A status., reversible: true }, creates: A note.]",
    },
    "external effects on a higher level": { riskLevel: "high", sideEffects: "[sends: A letter.]" },
  },
  invalid: {
    "a letter": { riskLevel: "medium", sideEffects: "[creates: A note., ⟦sends: A letter.⟧]" },
    "an effect of unknown kind": { riskLevel: "medium", sideEffects: "[⟦Something happens.⟧]" },
  },
});
