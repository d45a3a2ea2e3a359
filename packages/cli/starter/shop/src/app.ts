import { inbox } from "@proviso/inbox";
import type { DurableState, MemoryState } from "@proviso/server";
import { createStarterServer } from "./generated/server/index.ts";
import { payments as paymentsHandlers } from "./handlers/payments.ts";
import type { Payments } from "./ports.ts";

/**
 * The app, not served yet, and the inbox in which people approve calls. `state` keeps the audit trail, the results of earlier calls
 * and what waits; `url` is where people find the inbox.
 */
export function createApp(state: DurableState | MemoryState, payments: Payments, url?: string) {
  const approvals = inbox(url === undefined ? {} : { url });
  // A plan gets payments that it cannot change.
  const readOnly: Payments = {
    ...payments,
    refund() {
      throw new Error("a plan refunds nothing");
    },
  };
  const app = createStarterServer({
    handlers: { payments: paymentsHandlers },
    ports: (mode) => ({ payments: mode === "plan" ? readOnly : payments }),
    approvals,
    ...state,
  });
  return { app, approvals };
}
