import type { Manifest, ToolContract } from "@proviso/manifest";
import type { Principal } from "@proviso/server";

export const anna: Principal = { id: "anna", tenant: "acme", kind: "agent", permissions: ["refunds:write"] };

const pay: ToolContract = {
  name: "refunds.pay",
  domain: "refunds",
  title: "Pay a refund",
  description: "Pays money back.",
  category: "billing",
  riskLevel: "critical",
  autonomousExecution: false,
  confirmation: { kind: "always", by: "inbox", approver: "other", edit: ["amount"], together: 3 },
  stepUpAuth: { kind: "never" },
  inputSchema: {
    type: "object",
    properties: { to: { type: "string" }, amount: { type: "integer" } },
    required: ["to", "amount"],
    additionalProperties: false,
  },
  outputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
  permissions: ["refunds:write"],
  sideEffects: [{ kind: "pays", description: "The amount.", reversible: false, external: true }],
  auditEvent: "refund.paid",
  failureModes: [],
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  requirements: [],
  dataFlow: { readsPrivate: true, returnsUntrusted: false, sendsOut: true },
  metadata: {},
  examples: [],
  timeoutMs: 1000,
  hash: "a".repeat(64),
};

export const manifest: Manifest = {
  format: 1,
  product: "sample",
  wireNames: "dotted",
  permissions: { "refunds:write": "Pay refunds." },
  tools: [pay],
};
