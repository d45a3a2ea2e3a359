import { reservedMeta } from "../../src/rules/reserved-meta.ts";
import { checkRule } from "./check-rule.ts";

checkRule(reservedMeta, {
  valid: {
    "keys of others, and of the product": {
      _meta:
        '{ com.example/team: billing, ui/resourceUri: "ui://chart", _fastmcp: { tags: [a] }, "constructor": 1 }',
    },
    "a key that only looks like ours": {
      _meta: "{ dev.proviso.example/contract: 1, dev.provisos/contract: 1 }",
    },
  },
  invalid: {
    "the contract itself": { _meta: "⟦{ dev.proviso/contract: { riskLevel: low } }⟧" },
    "a key of ours that does not exist yet": { _meta: "⟦{ dev.proviso/anything: true }⟧" },
    "what hosts read instead of `confirmation`": { _meta: "⟦{ anthropic/requiresUserInteraction: false }⟧" },
  },
});
