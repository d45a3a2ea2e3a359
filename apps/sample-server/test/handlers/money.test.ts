import { describe, expect, test } from "vitest";
import { orders } from "../../src/handlers/orders.ts";
import { openTestBackoffice, resultOf } from "../backoffice.ts";

const eur = (cents: number) => ({ cents, currency: "EUR" });
const day = 86_400_000;

async function check(
  calls: readonly (readonly [tool: string, input: object, expected: unknown])[],
): Promise<void> {
  const { call, advance } = await openTestBackoffice();
  for (const [tool, input, expected] of calls) {
    const result = resultOf(await call(tool, input));
    expect({ result }).toMatchObject({ result: expected });
    advance(1000);
  }
}

describe("orders.refund", () => {
  const refund = (cents: number, reason = "damaged") => ({ orderId: "ord_0003", amount: eur(cents), reason });

  test("gives back a part and says what is left", () =>
    check([
      ["orders.refund", refund(1000), { amount: eur(1000), remaining: eur(11_300), status: "delivered" }],
      [
        "orders.list",
        { customerId: "cus_0002", status: "delivered" },
        { orders: [{ refunded: eur(0) }, { refunded: eur(1000) }] },
      ],
    ]));

  test("never gives back more than was paid", () =>
    check([
      ["orders.refund", refund(12_300), { remaining: eur(0), status: "refunded" }],
      ["orders.refund", refund(1, "fraud"), "amount_exceeds_remaining"],
    ]));

  test("leaves nothing for a refund of the charge beneath the order", () =>
    check([
      [
        "orders.refund",
        { orderId: "ord_0002", amount: eur(8600), reason: "damaged" },
        { status: "refunded" },
      ],
      ["transactions.refund", { transactionId: "txn_0002", reason: "duplicate" }, "already_refunded"],
    ]));

  test("is found where its answer was lost, and happens once", async () => {
    const { call, database } = await openTestBackoffice({
      orders: {
        ...orders,
        refund: {
          ...orders.refund,
          async execute(input, context) {
            await orders.refund.execute(input, context);
            throw new Error("the connection was lost after the commit");
          },
        },
      },
    });
    const first = await call("orders.refund", refund(1000));
    expect(resultOf(first)).toMatchObject({ amount: eur(1000), remaining: eur(11_300) });
    expect(await call("orders.refund", refund(1000))).toEqual({ ...first, replayed: true });
    const { refundedCents } = await database
      .selectFrom("orders")
      .select("refundedCents")
      .where("id", "=", "ord_0003")
      .executeTakeFirstOrThrow();
    expect(refundedCents).toBe(1000);
  });

  test("names the currency, the order and the payment that do not fit", () =>
    check([
      ["orders.refund", { ...refund(10), amount: { cents: 10, currency: "USD" } }, "currency_mismatch"],
      ["orders.refund", { ...refund(10), orderId: "ord_9999" }, "order_not_found"],
      ["orders.refund", { ...refund(10), orderId: "ord_0006" }, "order_not_paid"],
      ["orders.refund", refund(0), "invalid_input"],
    ]));

  test("moves money once however often the same refund is asked for", async () => {
    const { call, database } = await openTestBackoffice();
    const first = await call("orders.refund", refund(500));
    const second = await call("orders.refund", refund(500));
    expect(second).toEqual({ ...first, replayed: true });
    const rows = await database.selectFrom("transactions").selectAll().where("kind", "=", "refund").execute();
    expect(rows).toMatchObject([{ cents: 500, orderId: "ord_0003", reason: "damaged" }]);
  });

  test("takes an equal refund for the same one, also under another key", async () => {
    const { call } = await openTestBackoffice();
    await call("orders.refund", refund(500), { idempotencyKey: "first" });
    expect(await call("orders.refund", refund(500), { idempotencyKey: "second" })).toMatchObject({
      replayed: true,
    });
  });

  test("asks for a fresh log-in above 500 euros and not below", async () => {
    const { approvedAs } = await openTestBackoffice();
    const noah = approvedAs("noah");
    const large = { orderId: "ord_0021", amount: eur(50_001), reason: "fraud" };
    expect(resultOf(await noah("orders.refund", refund(500)))).toMatchObject({ amount: eur(500) });
    expect(resultOf(await noah("orders.refund", large))).toBe("step_up_required");
  });
});

describe("transactions.refund", () => {
  test("gives back what is left of a charge and marks its order", () =>
    check([
      [
        "orders.refund",
        { orderId: "ord_0002", amount: eur(600), reason: "damaged" },
        { remaining: eur(8000) },
      ],
      ["transactions.refund", { transactionId: "txn_0002", reason: "fraud" }, { amount: eur(8000) }],
      ["orders.list", { customerId: "cus_0001", status: "refunded" }, { total: 1 }],
    ]));

  test("refuses a charge that is too old, unknown, or no charge", async () => {
    const { call, database } = await openTestBackoffice();
    const refund = (transactionId: string) => call("transactions.refund", { transactionId, reason: "fraud" });
    await refund("txn_0001");
    const { id } = await database
      .selectFrom("transactions")
      .select("id")
      .where("kind", "=", "refund")
      .executeTakeFirstOrThrow();
    expect(resultOf(await refund("txn_9999"))).toBe("transaction_not_found");
    // refunds have identifiers of another form, so they cannot even be asked for
    expect(resultOf(await refund(id))).toBe("invalid_input");
    await database
      .updateTable("transactions")
      .set({ createdAt: "2026-01-01T00:00:00.000Z" })
      .where("id", "=", "txn_0004")
      .execute();
    expect(resultOf(await refund("txn_0004"))).toBe("not_refundable");
  });
});

describe("subscriptions", () => {
  test("cancel keeps access until the period closes, or ends it at once", () =>
    check([
      [
        "subscriptions.cancel",
        { subscriptionId: "sub_0004", at: "period_end" },
        { cancellation: { status: "cancelling" } },
      ],
      [
        "subscriptions.cancel",
        { subscriptionId: "sub_0004", at: "now" },
        { cancellation: { status: "cancelled" } },
      ],
      ["subscriptions.cancel", { subscriptionId: "sub_9999", at: "now" }, "subscription_not_found"],
    ]));

  test("cancelling what is cancelled changes nothing, even after the first answer is forgotten", async () => {
    const { call, advance, bytes } = await openTestBackoffice();
    const cancel = () => call("subscriptions.cancel", { subscriptionId: "sub_0004", at: "now" });
    const first = resultOf(await cancel());
    const before = await bytes();
    advance(2 * day);
    expect(resultOf(await cancel())).toEqual(first);
    expect(await bytes()).toEqual(before);
  });

  test("refund_and_cancel gives the period back once", () =>
    check([
      [
        "subscriptions.refund_and_cancel",
        { subscriptionId: "sub_0001", reason: "damaged" },
        { refunded: eur(4900) },
      ],
      [
        "subscriptions.refund_and_cancel",
        { subscriptionId: "sub_0001", reason: "fraud" },
        "nothing_to_refund",
      ],
    ]));

  test("cancel_and_report files the reason", async () => {
    const { call, database } = await openTestBackoffice();
    const input = { subscriptionId: "sub_0004", at: "now", reason: "Too expensive" };
    expect(resultOf(await call("subscriptions.cancel_and_report", input))).toMatchObject({
      cancellation: { status: "cancelled" },
    });
    expect(await database.selectFrom("reports").selectAll().execute()).toMatchObject([
      { subscriptionId: "sub_0004", reason: "Too expensive" },
    ]);
  });

  test("list_past_due is sorted by how late a payment is", async () => {
    const { call } = await openTestBackoffice();
    const result = resultOf(await call("subscriptions.list_past_due", { minimumDaysLate: 30 })) as {
      readonly subscriptions: readonly { readonly daysLate: number }[];
    };
    const days = result.subscriptions.map((row) => row.daysLate);
    expect(days).toEqual(days.toSorted((a, b) => b - a));
    expect(Math.min(...days)).toBeGreaterThanOrEqual(30);
  });
});

describe("payments.execute", () => {
  const payment = {
    payee: "Papierhaus Nord GmbH",
    iban: "DE89370400440532013000",
    amount: eur(48_390),
    reference: "2026-1187",
  };

  test("lowers the balance once for one invoice, and again for the next", () =>
    check([
      ["payments.execute", payment, { status: "accepted", balance: eur(4_763_960) }],
      ["payments.execute", payment, { balance: eur(4_763_960) }],
      ["payments.execute", { ...payment, reference: "2026-1188" }, { balance: eur(4_715_570) }],
    ]));

  test("refuses what the account does not hold, blocked payees and other currencies", () =>
    check([
      ["payments.execute", { ...payment, amount: eur(9_000_000) }, "insufficient_funds"],
      ["payments.execute", { ...payment, iban: "DE00000000000000000000" }, "payee_blocked"],
      ["payments.execute", { ...payment, amount: { cents: 1, currency: "GBP" } }, "currency_mismatch"],
    ]));

  test("pays no more than the budget of a day in a currency, of which a refused payment uses nothing", () =>
    check([
      ["payments.execute", { ...payment, amount: eur(9_000_000) }, "insufficient_funds"],
      ["payments.execute", { ...payment, amount: eur(10_000_001) }, "rate_limit_exceeded"],
      ["payments.execute", payment, { balance: eur(4_763_960) }],
      ["payments.execute", { ...payment, amount: eur(9_990_000) }, "rate_limit_exceeded"],
    ]));

  test("can be made as soon as the account holds enough", async () => {
    const { call, database } = await openTestBackoffice();
    await database.updateTable("account").set({ balanceCents: 0 }).execute();
    expect(resultOf(await call("payments.execute", payment))).toBe("insufficient_funds");
    await database.updateTable("account").set({ balanceCents: 50_000 }).execute();
    expect(resultOf(await call("payments.execute", payment))).toMatchObject({ balance: eur(1610) });
  });

  test("needs a log-in with a second factor that is not older than five minutes", async () => {
    const { call, advance } = await openTestBackoffice();
    advance(6 * 60_000);
    expect(resultOf(await call("payments.execute", payment))).toBe("step_up_required");
  });
});

describe("revenue.get_summary", () => {
  test("adds up charges and refunds by month", async () => {
    const { call } = await openTestBackoffice();
    const period = { from: "2026-11-01", to: "2026-11-30" };
    await call("orders.refund", { orderId: "ord_0003", amount: eur(700), reason: "damaged" });
    const { months, gross, refunds, net } = resultOf(await call("revenue.get_summary", period)) as Summary;
    expect(months).toEqual([{ month: "2026-11", gross, refunds, net }]);
    expect(refunds).toEqual(eur(700));
    expect(net.cents).toBe(gross.cents - 700);
  });

  test("refuses a period that ends before it begins", () =>
    check([["revenue.get_summary", { from: "2026-02-01", to: "2026-01-01" }, "period_reversed"]]));

  test("keeps currencies apart", () =>
    check([
      [
        "revenue.get_summary",
        { from: "2026-01-01", to: "2026-12-31", currency: "USD" },
        { months: [], gross: { cents: 0, currency: "USD" } },
      ],
    ]));
});

describe("revenue.draw_chart", () => {
  test("says in words what the picture shows", async () => {
    const { call } = await openTestBackoffice();
    const period = { from: "2026-01-01", to: "2026-11-30" };
    const { months } = resultOf(await call("revenue.get_summary", period)) as Summary;
    const { content } = resultOf(await call("revenue.draw_chart", period)) as Content;
    expect(content).toMatchObject([
      { type: "text", text: expect.stringMatching(/^Net revenue by month from 2026-01-01 to 2026-11-30/) },
      { type: "image", mimeType: "image/png" },
    ]);
    const png = Buffer.from(content[1]?.data ?? "", "base64");
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect(png.readUInt32BE(16)).toBe(8 + 32 * months.length);
  });

  test("of a period without revenue is empty", () =>
    check([
      [
        "revenue.draw_chart",
        { from: "2026-01-01", to: "2026-12-31", currency: "USD" },
        { content: [{ text: expect.stringContaining("0 USD: none.") }, { type: "image" }] },
      ],
    ]));
});

interface Content {
  readonly content: readonly { readonly data?: string }[];
}

interface Summary {
  readonly months: readonly object[];
  readonly gross: { readonly cents: number };
  readonly refunds: { readonly cents: number };
  readonly net: { readonly cents: number };
}
