import type { TransactionsHandlers } from "@backoffice/server";
import { euros } from "../money.ts";
import { newId } from "../new-id.ts";
import type { Ports } from "../ports.ts";

const refundableMs = 180 * 86_400_000;

/** The handlers of `transactions`. */
export const transactions: TransactionsHandlers<Ports> = {
  refund: async ({ transactionId, reason }, { ports, fail, now }) =>
    await ports.database.transaction().execute(async (database) => {
      const charge = await database
        .selectFrom("transactions")
        .selectAll()
        .where("id", "=", transactionId)
        .executeTakeFirst();
      if (!charge) throw fail.transactionNotFound();
      const ageMs = now().getTime() - Date.parse(charge.createdAt);
      if (charge.kind !== "charge" || ageMs > refundableMs) throw fail.notRefundable();
      const left = charge.cents - charge.refundedCents;
      if (left === 0) throw fail.alreadyRefunded();
      const refundId = newId("rfd");
      const { orderId, customerId, currency } = charge;
      await database
        .insertInto("transactions")
        .values({
          id: refundId,
          orderId,
          customerId,
          kind: "refund",
          cents: left,
          refundedCents: 0,
          currency,
          reason,
          createdAt: now().toISOString(),
        })
        .execute();
      await database
        .updateTable("transactions")
        .set({ refundedCents: charge.cents })
        .where("id", "=", transactionId)
        .execute();
      return { refundId, transactionId, amount: euros(left) };
    }),
};
