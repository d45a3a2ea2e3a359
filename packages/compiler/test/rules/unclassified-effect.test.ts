import { unclassifiedEffect } from "../../src/rules/unclassified-effect.ts";
import { checkRule } from "./check-rule.ts";

checkRule(unclassifiedEffect, {
  valid: { "an effect with a kind": { sideEffects: "[creates: A note.]" } },
  invalid: { "a bare text": { riskLevel: "high", sideEffects: "[creates: A note., ⟦Something else.⟧]" } },
});
