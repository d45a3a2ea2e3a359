import type { Kysely } from "kysely";
import type { Database } from "../database/schema.ts";
import { newId } from "../database/new-id.ts";

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
  await database
    .insertInto("transactions")
    .values({ id: refundId, kind: "refund", refundedCents: 0, createdAt: now.toISOString(), ...refund })
    .execute();
  if (refund.orderId !== null) await lowerWhatIsLeft(database, refund.orderId, refund.cents);
  return refundId;
}

async function lowerWhatIsLeft(database: Kysely<Database>, orderId: string, cents: number): Promise<void> {
  await database
    .updateTable("orders")
    .set((row) => ({ refundedCents: row("refundedCents", "+", cents) }))
    .where("id", "=", orderId)
    .execute();
  await database
    .updateTable("orders")
    .set({ status: "refunded" })
    .where("id", "=", orderId)
    .whereRef("refundedCents", ">=", "cents")
    .execute();
  await database
    .updateTable("transactions")
    .set((row) => ({ refundedCents: row("refundedCents", "+", cents) }))
    .where("orderId", "=", orderId)
    .where("kind", "=", "charge")
    .execute();
}
