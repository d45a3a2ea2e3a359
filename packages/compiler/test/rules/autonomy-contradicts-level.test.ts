import { autonomyContradictsLevel } from "../../src/rules/autonomy-contradicts-level.ts";
import { checkRule } from "./check-rule.ts";

checkRule(autonomyContradictsLevel, {
  valid: {
    "what the level says, stated": { autonomousExecution: "true" },
    "nothing stated": { riskLevel: "high" },
    "a low tool that is stricter than its level": { autonomousExecution: "false" },
    "a medium tool that is stricter than its level": { riskLevel: "medium", autonomousExecution: "false" },
    "a high tool that says no": { riskLevel: "high", autonomousExecution: "false" },
  },
  invalid: {
    "a high tool that says yes": { riskLevel: "high", autonomousExecution: "⟦true⟧" },
    "a critical tool that says yes": {
      riskLevel: "critical",
      stepUpAuth: "always",
      autonomousExecution: "⟦true⟧",
    },
    "a forbidden tool that says yes": { riskLevel: "forbidden", autonomousExecution: "⟦true⟧" },
  },
});
