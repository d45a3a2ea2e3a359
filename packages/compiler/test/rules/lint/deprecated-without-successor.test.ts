import { deprecatedWithoutSuccessor } from "../../../src/rules/lint/deprecated-without-successor.ts";
import { checkRule } from "../check-rule.ts";

checkRule(deprecatedWithoutSuccessor, {
  valid: {
    "a successor": { deprecated: "{ reason: Old., successor: things.act }" },
    "a tool that is not deprecated": {},
  },
  invalid: { "no successor": { riskLevel: "low\n    ⟦deprecated⟧: { reason: Old. }" } },
});
