import type { Kysely } from "kysely";
import type { Database } from "../database/schema.ts";
import { newId } from "../database/new-id.ts";
import { insertRow, rowById, updateRow } from "../database/rows.ts";

export interface Refund {
  /** The paid order; null if the money was for something else. */
  readonly orderId: string | null;
  readonly customerId: string | null;
  readonly cents: number;
  readonly currency: string;
  readonly reason: string;
  readonly callId: string;
}

/**
 * Books a refund and reduces the remaining amount of the order and of its charge, so that no other
 * kind of refund can return the same money again. Call it inside a transaction.
 */
export async function bookRefund(database: Kysely<Database>, refund: Refund, now: Date): Promise<string> {
  const refundId = newId("rfd");
  await insertRow(database, "transactions", {
    id: refundId,
    kind: "refund",
    refundedCents: 0,
    createdAt: now.toISOString(),
    ...refund,
  });
  if (refund.orderId !== null) await lowerWhatIsLeft(database, refund.orderId, refund.cents);
  return refundId;
}

async function lowerWhatIsLeft(database: Kysely<Database>, orderId: string, cents: number): Promise<void> {
  const order = await rowById(database, "orders", orderId);
  const refundedCents = (order?.refundedCents ?? 0) + cents;
  await updateRow(database, "orders", orderId, {
    refundedCents,
    ...(order && refundedCents >= order.cents && { status: "refunded" as const }),
  });
  await database
    .updateTable("transactions")
    .set((row) => ({ refundedCents: row("refundedCents", "+", cents) }))
    .where("orderId", "=", orderId)
    .where("kind", "=", "charge")
    .execute();
}
