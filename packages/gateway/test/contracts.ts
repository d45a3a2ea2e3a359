import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "@proviso/manifest";
import { readContracts } from "../src/index.ts";

/** Contracts of a small server for payments, with every clause that a gateway may meet. */
export const payments = `
proviso: 1
domain: payments
description: Payments of a server that somebody else wrote.

permissions:
  payments:write: Pay and refund.

failureModes:
  not_found: { description: There is no such payment., retry: never }

tools:
  find:
    wireName: find
    title: Find a payment
    description: Finds a payment.
    category: payments
    riskLevel: low
    inputSchema: { callId: { type: string, maxLength: 60 } }
    outputSchema: { id: string, amount: number }
    permissions: []
    sideEffects: []
    auditEvent: payments.found
    failureModes: [not_found]

  pay:
    wireName: pay
    title: Pay
    description: Pays an amount.
    category: payments
    riskLevel: high
    riskReason: A test pays with toy money.
    confirmation: { always: true, by: either }
    inputSchema: { id: { type: string, maxLength: 20 }, amount: { type: number, minimum: 0, maximum: 1000 } }
    outputSchema: { id: string, amount: number }
    permissions: [payments:write]
    sideEffects: [{ pays: The amount. }]
    auditEvent: payments.paid
    failureModes: []
    idempotency: { key: [id], ttl: 1h, onRepeat: Returns the first answer. }
    reconcile: payments.find

  move:
    wireName: move
    title: Move
    description: Moves an amount.
    category: payments
    riskLevel: high
    confirmation: { always: true, by: either }
    inputSchema: { amount: { type: number, minimum: 0, maximum: 1000 } }
    outputSchema: { amount: number }
    permissions: []
    sideEffects: [{ updates: Two accounts. }]
    auditEvent: payments.moved
    failureModes: []
    dryRun: { mode: supported, preview: { fee: number } }
    metadata: { gateway: { dryRun: { argument: preview } } }

  wipe:
    wireName: wipe
    title: Wipe
    description: Wipes everything.
    category: payments
    riskLevel: forbidden
    inputSchema: {}
    outputSchema: {}
    permissions: []
    sideEffects: [{ deletes: Everything. }]
    auditEvent: payments.wiped
    failureModes: []
`;

export function contractsIn(folder: string, text: string): Promise<Manifest> {
  const place = join(folder, "contracts");
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "payments.yaml"), text);
  return readContracts(folder, "test");
}
