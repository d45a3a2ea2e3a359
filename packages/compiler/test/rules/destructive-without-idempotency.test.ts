import { destructiveWithoutIdempotency } from "../../src/rules/destructive-without-idempotency.ts";
import { checkRule } from "./check-rule.ts";

checkRule(destructiveWithoutIdempotency, {
  valid: {
    "a destructive tool with idempotency": {
      riskLevel: "medium",
      inputSchema: "{ id: string }",
      sideEffects: "[deletes: A note.]",
      idempotency: "{ key: [id] }",
    },
    "a payment, which another rule reports": { riskLevel: "high", sideEffects: "[pays: A bill.]" },
    "a tool whose effects can be undone": { sideEffects: "[creates: A note.]" },
  },
  invalid: { "a destructive tool without": { riskLevel: "medium", sideEffects: "[deletes: A note.]" } },
});
