import { contradictingMetadata } from "../../src/rules/contradicting-metadata.ts";
import { checkRule } from "./check-rule.ts";

const deletes = { riskLevel: "critical", stepUpAuth: "always", sideEffects: "[deletes: A note.]" };

checkRule(contradictingMetadata, {
  valid: {
    "flags that agree, in either spelling": {
      metadata: "{ read_only: true, openWorld: false, destructive: false, agency: false, tags: [a] }",
    },
    "flags that agree on a destructive tool": {
      ...deletes,
      metadata: "{ destructive: true, requires_confirmation: true, readOnly: false }",
    },
    "a confirmation under a condition, which the flag cannot say": {
      riskLevel: "medium",
      confirmation: '{ when: "size(principal.id) > 3" }',
      metadata: "{ requires_confirmation: true }",
    },
    "keys that are no flag": { metadata: '{ constructor: true, cost_tier: low, readonly_note: "x" }' },
  },
  invalid: {
    "a destructive tool that claims to read": { ...deletes, metadata: "⟦{ readOnly: true }⟧" },
    "the same in snake case": { ...deletes, metadata: "⟦{ read_only: true }⟧" },
    "a tool that asks nobody and says that it asks": { metadata: "⟦{ requires_confirmation: true }⟧" },
    "an agent that the contract knows nothing of": { metadata: "⟦{ agency: true }⟧" },
    "a flag that is no yes or no": { metadata: '⟦{ read_only: "true" }⟧' },
  },
});
