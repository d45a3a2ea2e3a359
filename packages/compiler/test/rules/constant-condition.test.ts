import { constantCondition } from "../../src/rules/constant-condition.ts";
import { checkRule } from "./check-rule.ts";

checkRule(constantCondition, {
  valid: {
    "a condition over the input": {
      riskLevel: "medium",
      inputSchema: "{ id: string }",
      confirmation: "{ when: input.id == 'a' }",
    },
    "one over the time": {
      riskLevel: "high",
      stepUpAuth: "{ when: now > timestamp('2026-01-01T00:00:00Z') }",
    },
    "words for it": { riskLevel: "high", confirmation: "always", stepUpAuth: "never" },
  },
  invalid: {
    "a confirmation that is never asked for": { riskLevel: "medium", confirmation: "{ when: ⟦false⟧ }" },
    "step-up authentication of a critical tool that never comes": {
      riskLevel: "critical",
      stepUpAuth: "{ when: ⟦1 == 2⟧, maxAge: 5m }",
    },
    "one of a refinement": {
      riskLevel: "high",
      inputSchema: "{ id: string }",
      refine: "[{ when: input.id == 'a', riskLevel: medium, confirmation: { when: ⟦true⟧ } }]",
    },
  },
});
