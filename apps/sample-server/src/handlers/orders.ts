import type { Order, RefundFailures, RefundInput } from "@backoffice/schemas/orders";
import type { OrdersHandlers } from "@backoffice/server";
import type { FailOf } from "@proviso/server";
import type { Kysely, Selectable } from "kysely";
import type { Database } from "../database/schema.ts";
import { bookRefund } from "../business/ledger.ts";
import { euros, printMoney } from "../business/money.ts";
import type { Ports } from "../ports/ports.ts";
import { tryLater } from "../business/try-later.ts";
import { pageWith, rowById } from "../database/rows.ts";

/** The handlers of `orders`. */
export const orders: OrdersHandlers<Ports> = {
  list: async ({ customerId, status, ...request }, { ports }) => {
    const values = { customerId, status };
    const { rows, ...page } = await pageWith(ports.database, "orders", values, "createdAt desc, id", request);
    return { orders: rows.map(toOrder), ...page };
  },

  getRefund: async ({ callId }, { ports, fail }) => {
    const refund = await ports.database
      .selectFrom("transactions")
      .innerJoin("orders", "orders.id", "transactions.orderId")
      .selectAll("orders")
      .select(["transactions.id as refundId", "transactions.cents as refundCents"])
      .where("transactions.callId", "=", callId)
      .executeTakeFirst();
    if (!refund || refund.status === "pending") throw fail.refundNotFound();
    const { refundId, id, cents, refundCents, refundedCents, status } = refund;
    return {
      refundId,
      orderId: id,
      amount: euros(refundCents),
      remaining: euros(cents - refundedCents),
      status,
    };
  },

  refund: {
    plan: async (input, { ports, fail }) => {
      const { order, left, money } = await refundableOrder(ports.database, input, fail);
      const { customerId } = order;
      const found = customerId === null ? undefined : await rowById(ports.database, "customers", customerId);
      const customer = found?.name ?? "A customer who has been deleted";
      const [paid, refundedBefore] = [money(order.cents), money(order.refundedCents)];
      const remaining = money(left - input.amount.cents);
      return {
        customer,
        paid,
        refundedBefore,
        remaining,
        expectedSideEffects: [
          `${customer} gets ${printMoney(input.amount)} back.`,
          `Of ${printMoney(paid)}, ${printMoney(refundedBefore)} went back before; ${printMoney(remaining)} is left.`,
        ],
      };
    },
    execute: async (input, { ports, fail, now, callId }) =>
      await ports.database.transaction().execute(async (database) => {
        const { orderId, amount, reason } = input;
        const { order, left, money } = await refundableOrder(database, input, fail);
        const status = amount.cents === left ? "refunded" : order.status;
        const { customerId } = order;
        const booked = { orderId, customerId, ...amount, reason, callId };
        const refundId = await bookRefund(database, booked, now());
        return { refundId, orderId, amount, remaining: money(left - amount.cents), status };
      }),
  },
};

/** The order, and the cents that can still be given back. Throws the declared failure if the refund is not possible. */
async function refundableOrder(
  database: Kysely<Database>,
  { orderId, amount }: RefundInput,
  fail: FailOf<RefundFailures>,
) {
  const order = await rowById(database, "orders", orderId);
  if (!order) throw fail.orderNotFound();
  const { status } = order;
  if (status === "pending") throw fail.orderNotPaid(undefined, tryLater);
  if (order.currency !== amount.currency)
    throw fail.currencyMismatch(`The order was paid in ${order.currency}.`);
  const left = order.cents - order.refundedCents;
  if (amount.cents > left)
    throw fail.amountExceedsRemaining(`${left} cents are left.`, { remainingCents: left });
  const money = (cents: number) => ({ ...amount, cents });
  return { order: { ...order, status }, left, money };
}

function toOrder({
  id,
  customerId,
  cents,
  refundedCents,
  status,
  createdAt,
}: Selectable<Database["orders"]>): Order {
  return {
    orderId: id,
    ...(customerId === null ? {} : { customerId }),
    total: euros(cents),
    refunded: euros(refundedCents),
    status,
    createdAt,
  };
}
