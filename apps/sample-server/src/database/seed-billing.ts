import type { Calendar, Insert } from "./seeding.ts";
import { numbered, type SeededCustomer } from "./seed-people.ts";

const seededItems = ["Lens finder licence", "Appointment book", "Frame catalogue", "Training day"] as const;
const seededPlans = [
  ["solo", 4_900],
  ["shop", 14_900],
  ["chain", 49_900],
] as const;

/** Orders with their charges, and a subscription for every customer who has not left. */
export async function seedBilling(
  insert: Insert,
  calendar: Calendar,
  customers: readonly SeededCustomer[],
): Promise<void> {
  const orders = customers.flatMap((customer, i) =>
    [0, 1].map((n) => orderRow(customer, i * 2 + n, calendar)),
  );
  await insert("orders", orders);
  await insert(
    "transactions",
    orders
      .filter((order) => order.status !== "pending")
      .map(({ customerId, id, cents, currency, createdAt }, i) => ({
        id: numbered("txn", i + 1),
        orderId: id,
        customerId,
        kind: "charge" as const,
        cents,
        refundedCents: 0,
        currency,
        reason: null,
        callId: null,
        createdAt,
      })),
  );
  const subscribers = customers.filter((customer) => customer.status !== "closed");
  await insert(
    "subscriptions",
    subscribers.map((customer, i) => subscriptionRow(customer, i, calendar)),
  );
}

/** Every customer's first order was delivered; the second is newer, and may be paid or pending. */
function orderRow(customer: SeededCustomer, i: number, { daysAgo }: Calendar) {
  const isFirst = i % 2 === 0;
  const status = isFirst ? "delivered" : i % 7 === 5 ? "pending" : i % 5 === 1 ? "paid" : "delivered";
  return {
    id: numbered("ord", i + 1),
    customerId: customer.id,
    cents: 4_900 + ((i * 3_700) % 90_000),
    refundedCents: 0,
    currency: "EUR",
    status,
    item: seededItems[i % seededItems.length] ?? seededItems[0],
    createdAt: daysAgo(isFirst ? 130 - (i % 60) : 40 - (i % 38)),
  } as const;
}

function subscriptionRow(customer: SeededCustomer, i: number, { daysAgo }: Calendar) {
  const [plan, cents] = seededPlans[i % seededPlans.length] ?? seededPlans[0];
  const daysLate = i % 9 === 6 ? 5 + i * 2 : 0;
  return {
    id: numbered("sub", i + 1),
    customerId: customer.id,
    plan,
    cents,
    currency: "EUR",
    status: daysLate > 0 ? "past_due" : "active",
    currentPeriodEnd: daysAgo(-(1 + (i % 28))),
    cancelAtPeriodEnd: 0,
    pastDueSince: daysLate > 0 ? daysAgo(daysLate) : null,
    cancelledAt: null,
  } as const;
}
