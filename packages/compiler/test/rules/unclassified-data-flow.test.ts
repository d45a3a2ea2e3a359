import { unclassifiedDataFlow } from "../../src/rules/unclassified-data-flow.ts";
import { checkRule } from "./check-rule.ts";

checkRule(unclassifiedDataFlow, {
  valid: {
    "both facts stated": { dataFlow: "{ readsPrivate: true, returnsUntrusted: false }" },
    "a forbidden tool": { riskLevel: "forbidden", dataFlow: null },
  },
  invalid: {
    "no facts": { dataFlow: null },
  },
});
