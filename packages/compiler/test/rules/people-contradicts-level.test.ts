import { peopleContradictsLevel } from "../../src/rules/people-contradicts-level.ts";
import { checkRule } from "./check-rule.ts";

checkRule(peopleContradictsLevel, {
  valid: {
    "forbidden, and people always sign in again": {
      riskLevel: "forbidden",
      people: "allowed",
      stepUpAuth: "{ always: true, maxAge: 5m }",
    },
    "forbidden and nobody": { riskLevel: "forbidden" },
  },
  invalid: {
    "another level": { riskLevel: "critical", stepUpAuth: "always", people: "⟦allowed⟧" },
    "no step-up": { riskLevel: "forbidden", people: "⟦allowed⟧" },
    "step-up for some calls": {
      riskLevel: "forbidden",
      people: "⟦allowed⟧",
      stepUpAuth: '{ when: "size(principal.id) > 3" }',
    },
  },
});
