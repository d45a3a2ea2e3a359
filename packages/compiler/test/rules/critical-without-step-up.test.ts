import { criticalWithoutStepUp } from "../../src/rules/critical-without-step-up.ts";
import { checkRule } from "./check-rule.ts";

checkRule(criticalWithoutStepUp, {
  valid: {
    "critical and always": { riskLevel: "critical", stepUpAuth: "{ always: true, maxAge: 15m }" },
    "critical and never, with a reason": {
      riskLevel: "critical",
      stepUpAuth: "{ never: true, reason: It is a drill. }",
    },
    "high and nothing stated": { riskLevel: "high" },
  },
  invalid: {
    "critical and nothing stated": { riskLevel: "critical" },
    "critical and never, without a reason": { riskLevel: "critical", stepUpAuth: "⟦never⟧" },
  },
});
