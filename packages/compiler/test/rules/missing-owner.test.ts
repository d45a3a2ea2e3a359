import { missingOwner } from "../../src/rules/missing-owner.ts";
import { checkRule } from "./check-rule.ts";

checkRule(missingOwner, {
  valid: { "an owner": { owner: "platform" } },
  invalid: { "no owner": {}, "a forbidden tool without one": { riskLevel: "forbidden" } },
});
