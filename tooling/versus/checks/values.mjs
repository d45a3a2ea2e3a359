import { yes, newOrder, refused, refund } from "./calls.mjs";

/** Arguments and results. */
export const values = [
  {
    says: "refuses an argument that the schema does not have",
    ok: async (shop) => refused(await shop.call("shop_order", { orderId: "ord_1", verbose: true })),
  },
  {
    says: "refuses an argument of the wrong type",
    ok: async (shop) => refused(await shop.call("shop_order", { orderId: 1 })),
  },
  {
    says: "refuses an amount above the maximum",
    async ok(shop) {
      const orderId = newOrder();
      return refused(await refund(shop, orderId, yes, 100_001)) && shop.done("refund", orderId).length === 0;
    },
  },
  {
    says: "fills in a default before the tool runs",
    ok: async (shop) => (await shop.call("shop_reviews", { query: "tea" })).data?.reviews?.length === 3,
  },
  {
    says: "refuses an argument of 8 MB",
    needs: "server",
    async ok(shop) {
      const answer = await shop.call("shop_reviews", { query: "x".repeat(8_000_000) });
      // Whoever only takes longer than the client waits has refused nothing.
      return refused(answer) && !/timed out/i.test(answer.text);
    },
  },
  {
    says: "does not pass on a result that breaks the schema it promised",
    ok: async (shop) => refused(await shop.call("shop_order", { orderId: "ord_odd" })),
  },
];
