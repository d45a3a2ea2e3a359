import { keyedIdempotencyWithoutOnRepeat } from "../../src/rules/keyed-idempotency-without-on-repeat.ts";
import { checkRule } from "./check-rule.ts";

checkRule(keyedIdempotencyWithoutOnRepeat, {
  valid: {
    "a key with what a repetition returns": {
      inputSchema: "{ id: string }",
      idempotency: "{ key: [id], onRepeat: Returns the first answer. }",
    },
    "no key": { idempotency: "{ ttl: 1h }" },
  },
  invalid: {
    "a key alone": { riskLevel: "low\n    ⟦idempotency⟧: { key: [id] }", inputSchema: "{ id: string }" },
  },
});
