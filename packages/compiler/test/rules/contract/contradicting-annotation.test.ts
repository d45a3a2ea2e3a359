import { contradictingAnnotation } from "../../../src/rules/contract/contradicting-annotation.ts";
import { checkRule } from "../check-rule.ts";

checkRule(contradictingAnnotation, {
  valid: {
    "annotations that agree": {
      annotations: "{ readOnlyHint: true, destructiveHint: false, openWorldHint: false }",
    },
    "a destructive tool that says so": {
      riskLevel: "high",
      sideEffects: "[sends: A letter.]",
      annotations: "{ destructiveHint: true, openWorldHint: true, idempotentHint: false }",
    },
  },
  invalid: {
    "a writer that claims to read": {
      sideEffects: "[creates: A note.]",
      annotations: "{ readOnlyHint: ⟦true⟧ }",
    },
    "each hint that is wrong": {
      annotations: "{ idempotentHint: ⟦false⟧, agencyHint: ⟦true⟧, readOnlyHint: true }",
    },
  },
});
