import type { Cancellation, PastDue } from "@backoffice/schemas/subscriptions";
import type { SubscriptionsHandlers } from "@backoffice/server";
import type { Kysely, Selectable } from "kysely";
import type { Database } from "../database/schema.ts";
import { bookRefund } from "../business/ledger.ts";
import { euros } from "../business/money.ts";
import { resume } from "../business/suspension.ts";
import { newId } from "../database/new-id.ts";
import { nextCursor, readPage } from "../database/paging.ts";
import type { Ports } from "../ports/ports.ts";
import { insertRow, rowById, rowsWith, updateRow } from "../database/rows.ts";

type Subscription = Selectable<Database["subscriptions"]>;
const subscriptionDayMs = 86_400_000;

/** The handlers of `subscriptions`. */
export const subscriptions: SubscriptionsHandlers<Ports> = {
  listPastDue: async (input, { ports, now }) => {
    const page = readPage(input);
    const rows = await rowsWith(ports.database, "subscriptions", { status: "past_due" });
    const late = rows
      .map((row) => toPastDue(row, now()))
      .filter((row) => row.daysLate >= (input.minimumDaysLate ?? 1))
      .toSorted((a, b) => b.daysLate - a.daysLate || (a.subscriptionId < b.subscriptionId ? -1 : 1));
    const total = late.length;
    return {
      subscriptions: late.slice(page.offset, page.offset + page.limit),
      total,
      ...nextCursor(page, total),
    };
  },

  cancel: async ({ subscriptionId, at }, { ports, fail, now }) => {
    const row = await rowById(ports.database, "subscriptions", subscriptionId);
    if (!row) throw fail.subscriptionNotFound();
    return { cancellation: await cancelSubscription(ports.database, row, at, now()) };
  },

  resume: async ({ callId }, { ports, fail }) => {
    const subscriptionId = await resume(ports.database, callId);
    if (subscriptionId === undefined) throw fail.nothingToResume();
    return { subscriptionId };
  },

  refundAndCancel: async ({ subscriptionId, reason }, { ports, fail, now, callId }) =>
    await ports.database.transaction().execute(async (database) => {
      const row = await rowById(database, "subscriptions", subscriptionId);
      if (!row) throw fail.subscriptionNotFound();
      // overdue charges, and those refunded with an earlier cancellation, were not paid
      if (row.status !== "active") throw fail.nothingToRefund();
      const { customerId, cents, currency } = row;
      const refund = { orderId: null, customerId, cents, currency, reason, callId };
      const refundId = await bookRefund(database, refund, now());
      return {
        cancellation: await cancelSubscription(database, row, "now", now()),
        refundId,
        refunded: euros(cents),
      };
    }),

  cancelAndReport: async ({ subscriptionId, at, reason }, { ports, fail, now }) =>
    await ports.database.transaction().execute(async (database) => {
      const row = await rowById(database, "subscriptions", subscriptionId);
      if (!row) throw fail.subscriptionNotFound();
      const cancellation = await cancelSubscription(database, row, at, now());
      const reportId = newId("rep");
      await insertRow(database, "reports", {
        id: reportId,
        subscriptionId,
        reason,
        createdAt: now().toISOString(),
      });
      return { cancellation, reportId };
    }),
};

/** Cancelling again changes nothing, and returns when access ended. */
async function cancelSubscription(
  database: Kysely<Database>,
  { id, status, cancelledAt, currentPeriodEnd, cancelAtPeriodEnd }: Subscription,
  at: "now" | "period_end",
  now: Date,
): Promise<Cancellation> {
  if (status === "cancelled")
    return { subscriptionId: id, status: "cancelled", accessUntil: cancelledAt ?? now.toISOString() };
  if (at === "now") {
    const endedAt = now.toISOString();
    await updateRow(database, "subscriptions", id, { status: "cancelled", cancelledAt: endedAt });
    return { subscriptionId: id, status: "cancelled", accessUntil: endedAt };
  }
  if (cancelAtPeriodEnd === 0) {
    await updateRow(database, "subscriptions", id, { cancelAtPeriodEnd: 1 });
  }
  return { subscriptionId: id, status: "cancelling", accessUntil: currentPeriodEnd };
}

function toPastDue({ id, customerId, plan, cents, pastDueSince }: Subscription, now: Date): PastDue {
  const lateMs = now.getTime() - Date.parse(pastDueSince ?? now.toISOString());
  return {
    subscriptionId: id,
    customerId,
    plan,
    owed: euros(cents),
    daysLate: Math.max(1, Math.floor(lateMs / subscriptionDayMs)),
  };
}
