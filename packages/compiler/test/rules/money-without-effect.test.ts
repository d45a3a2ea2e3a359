import { moneyWithoutEffect } from "../../src/rules/money-without-effect.ts";
import { checkRule } from "./check-rule.ts";

const money = { riskLevel: "high", inputSchema: "{ orderId: string }", idempotency: "{ key: [orderId] }" };

checkRule(moneyWithoutEffect, {
  valid: {
    "a tagged tool that refunds": {
      ...money,
      sideEffects: "[refunds: The amount.]",
      metadata: "{ tags: [money] }",
    },
    "a tagged tool that only reads": { riskLevel: "low", metadata: "{ tags: [money, refund] }" },
    "an effect without a kind": { ...money, sideEffects: "[The amount.]", metadata: "{ tags: [money] }" },
    "other tags": { ...money, sideEffects: "[updates: The plan.]", metadata: "{ tags: [churn] }" },
    "a forbidden tool": {
      riskLevel: "forbidden",
      sideEffects: "[creates: A.]",
      metadata: "{ tags: [money] }",
    },
  },
  invalid: {
    "a tagged tool that only creates": {
      ...money,
      sideEffects: "[⟦creates: An entry in the ledger.⟧]",
      metadata: "{ tags: [Money] }",
    },
  },
});

const ledger = { ...money, sideEffects: "[⟦creates: An entry in the ledger.⟧, updates: The order.]" };
for (const verb of ["refund", "cancel_and_refund", "create_payment"])
  checkRule(moneyWithoutEffect, { valid: {}, invalid: { [`${verb} without money`]: ledger }, verb });
const others = { ...money, sideEffects: "[creates: An entry in the ledger.]" };
for (const verb of ["annotate_payment", "display"])
  checkRule(moneyWithoutEffect, { valid: { [`${verb} without money`]: others }, invalid: {}, verb });
