import { requirementWithoutNamespace } from "../../src/rules/requirement-without-namespace.ts";
import { checkRule } from "./check-rule.ts";

checkRule(requirementWithoutNamespace, {
  valid: {
    "no requirement": {},
    "each with a namespace": { execution: "{ requirements: [env:production, auth:claim:role:pilot] }" },
  },
  invalid: {
    "one without": { execution: "{ requirements: [env:production, ⟦production⟧] }" },
    "a namespace without anything in it": { execution: '{ requirements: [⟦"env:"⟧, ⟦":production"⟧] }' },
  },
});
