import { paysWithoutKey } from "../../src/rules/pays-without-key.ts";
import { checkRule } from "./check-rule.ts";

const payment = {
  riskLevel: "critical",
  stepUpAuth: "always",
  inputSchema: "{ invoiceId: string }",
  sideEffects: "[pays: The invoice.]",
};

checkRule(paysWithoutKey, {
  valid: {
    "a payment with key fields": { ...payment, idempotency: "{ key: [invoiceId] }" },
    "a tool that moves no money": { riskLevel: "high", sideEffects: "[sends: A letter.]" },
    "a forbidden tool": { riskLevel: "forbidden", sideEffects: "[pays: The invoice.]" },
  },
  invalid: {
    "a payment without idempotency": payment,
    "a refund without idempotency": { ...payment, sideEffects: "[refunds: The invoice.]" },
    "a payment that only an explicit key makes one": { ...payment, idempotency: "{ ttl: 1h }" },
  },
});
