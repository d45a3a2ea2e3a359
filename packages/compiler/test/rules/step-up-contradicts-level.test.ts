import { stepUpContradictsLevel } from "../../src/rules/step-up-contradicts-level.ts";
import { checkRule } from "./check-rule.ts";

checkRule(stepUpContradictsLevel, {
  valid: {
    "low and always": { stepUpAuth: "always" },
    "medium and a condition": { riskLevel: "medium", stepUpAuth: '{ when: "size(principal.id) > 3" }' },
    "high and never": { riskLevel: "high", stepUpAuth: "never" },
    "forbidden and nothing stated": { riskLevel: "forbidden" },
    "forbidden, where people may call": { riskLevel: "forbidden", people: "allowed", stepUpAuth: "always" },
  },
  invalid: {
    "forbidden and always": { riskLevel: "forbidden", stepUpAuth: "⟦always⟧" },
    "forbidden and never": { riskLevel: "forbidden", stepUpAuth: "⟦never⟧" },
  },
});
