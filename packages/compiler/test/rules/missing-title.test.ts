import { missingTitle } from "../../src/rules/missing-title.ts";
import { checkRule } from "./check-rule.ts";

checkRule(missingTitle, {
  valid: {
    "a title": { title: "Act on a thing" },
    "a forbidden tool without one": { riskLevel: "forbidden" },
  },
  invalid: { "no title": {} },
});
