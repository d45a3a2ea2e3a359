import { forbiddenRefinement } from "../../src/rules/forbidden-refinement.ts";
import { checkRule } from "./check-rule.ts";

checkRule(forbiddenRefinement, {
  valid: {
    "a forbidden tool": { riskLevel: "forbidden" },
    "a tool that may be called and is refined": {
      riskLevel: "high",
      refine: "[{ when: true, riskLevel: low }]",
    },
    "an empty list": { riskLevel: "forbidden", refine: "[]" },
  },
  invalid: {
    "a refinement that forbids": {
      refine: "[{ when: true, riskLevel: ⟦forbidden⟧ }, { when: false, riskLevel: ⟦forbidden⟧ }]",
    },
  },
});

checkRule(forbiddenRefinement, {
  valid: {},
  invalid: {
    "a refined tool that is forbidden": {
      riskLevel: "forbidden\n    ⟦refine⟧: [{ when: true, riskLevel: low }]",
    },
  },
});
