import { stepUpContradictsLevel } from "../../../src/rules/risk/step-up-contradicts-level.ts";
import { checkRule } from "../check-rule.ts";

checkRule(stepUpContradictsLevel, {
  valid: {
    "low and never": { stepUpAuth: "never" },
    "high and a condition": { riskLevel: "high", stepUpAuth: '{ when: "true", maxAge: 5m }' },
    "high and nothing stated": { riskLevel: "high" },
  },
  invalid: {
    "low and always": { stepUpAuth: "⟦always⟧" },
    "forbidden and always": { riskLevel: "forbidden", stepUpAuth: "⟦always⟧" },
    "medium and a condition": { riskLevel: "medium", stepUpAuth: '⟦{ when: "true", acr: mfa }⟧' },
  },
});
