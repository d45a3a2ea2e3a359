import type { TransactionsHandlers } from "@backoffice/server";
import { bookRefund } from "../business/ledger.ts";
import { euros } from "../business/money.ts";
import type { Ports } from "../ports/ports.ts";
import { rowById } from "../database/rows.ts";

const refundableMs = 180 * 86_400_000;

/** The handlers of `transactions`. */
export const transactions: TransactionsHandlers<Ports> = {
  refund: async ({ transactionId, reason }, { ports, fail, now, callId }) =>
    await ports.database.transaction().execute(async (database) => {
      const charge = await rowById(database, "transactions", transactionId);
      if (!charge) throw fail.transactionNotFound();
      const ageMs = now().getTime() - Date.parse(charge.createdAt);
      if (charge.kind !== "charge" || ageMs > refundableMs) throw fail.notRefundable();
      const left = charge.cents - charge.refundedCents;
      if (left === 0) throw fail.alreadyRefunded();
      const { orderId, customerId, currency } = charge;
      const refund = { orderId, customerId, cents: left, currency, reason, callId };
      const refundId = await bookRefund(database, refund, now());
      return { refundId, transactionId, amount: euros(left) };
    }),
};
