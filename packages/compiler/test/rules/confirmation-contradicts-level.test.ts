import { confirmationContradictsLevel } from "../../src/rules/confirmation-contradicts-level.ts";
import { checkRule } from "./check-rule.ts";

checkRule(confirmationContradictsLevel, {
  valid: {
    "low and never": { confirmation: "never" },
    "medium and a condition": { riskLevel: "medium", confirmation: '{ when: "size(principal.id) > 3" }' },
    "low and a condition": { confirmation: '{ when: "size(principal.id) > 3" }' },
    "low and always": { confirmation: "always" },
    "medium and always": { riskLevel: "medium", confirmation: "always" },
    "not autonomous and always": { autonomousExecution: "false", confirmation: "always" },
    "high and nothing stated": { riskLevel: "high" },
    "critical and always": { riskLevel: "critical", stepUpAuth: "always", confirmation: "always" },
  },
  invalid: {
    "not autonomous and never": { autonomousExecution: "false", confirmation: "⟦never⟧" },
    "high and never": { riskLevel: "high", confirmation: "⟦never⟧" },
    "high and a condition": { riskLevel: "high", confirmation: '⟦{ when: "size(principal.id) > 3" }⟧' },
    "forbidden and always": { riskLevel: "forbidden", confirmation: "⟦always⟧" },
    "forbidden and never": { riskLevel: "forbidden", confirmation: "⟦never⟧" },
    "critical and a condition": {
      riskLevel: "critical",
      stepUpAuth: "always",
      confirmation: '⟦{ when: "size(principal.id) > 3" }⟧',
    },
  },
});
