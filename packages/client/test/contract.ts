import type { FailureMode, Hints, Manifest, ToolContract } from "@proviso/manifest";

const readOnly: Hints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
  agencyHint: false,
};
export const additive: Hints = { ...readOnly, readOnlyHint: false, idempotentHint: false };
export const destructive: Hints = { ...additive, destructiveHint: true };

export function mode(code: string, retry: FailureMode["retry"] = "never"): FailureMode {
  return { code, description: `${code} happened.`, retry, implied: true };
}

/** A contract of a harmless tool, changed where a test wants it. */
export function contract(change: Partial<ToolContract> = {}): ToolContract {
  return {
    name: "customers.get",
    domain: "customers",
    title: "Get a customer",
    description: "Returns one customer.",
    category: "crm",
    riskLevel: "low",
    autonomousExecution: true,
    confirmation: { kind: "never" },
    stepUpAuth: { kind: "never" },
    inputSchema: { type: "object", properties: {} },
    outputSchema: { type: "object" },
    permissions: ["customers:read"],
    sideEffects: [],
    auditEvent: "customer.read",
    failureModes: [
      mode("permission_denied"),
      mode("timeout", "sameKey"),
      mode("rate_limit_exceeded", "after"),
    ],
    hints: readOnly,
    requirements: [],
    dataFlow: { readsPrivate: false, returnsUntrusted: false, sendsOut: false },
    metadata: {},
    examples: [],
    timeoutMs: 30_000,
    hash: "c0ffee",
    ...change,
  };
}

/** A critical tool that deletes and must be confirmed. */
export function deletion(change: Partial<ToolContract> = {}): ToolContract {
  return contract({
    name: "customers.delete",
    title: "Delete a customer",
    riskLevel: "critical",
    autonomousExecution: false,
    confirmation: { kind: "always" },
    hints: destructive,
    sideEffects: [{ kind: "deletes", description: "The customer.", reversible: false, external: false }],
    hash: "dead",
    ...change,
  });
}

export function manifestOf(...tools: ToolContract[]): Manifest {
  return { format: 1, product: "test", wireNames: "dotted", permissions: {}, tools };
}
