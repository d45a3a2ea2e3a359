import { yes, newOrder, refused, statusOf } from "./calls.mjs";

/** Who may call. */
export const callers = [
  {
    says: "refuses a caller without a token",
    needs: "server",
    ok: async (shop) => await statusOf(shop.call("shop_order", { orderId: "ord_1" }, { as: "" })),
  },
  {
    says: "refuses an expired token",
    needs: "server",
    ok: async (shop) =>
      await statusOf(shop.call("shop_order", { orderId: "ord_1" }, { as: "expired-token" })),
  },
  {
    says: "refuses a caller without the permission",
    async ok(shop) {
      const orderId = newOrder();
      const input = { orderId, cents: 100 };
      const answer = await shop.call("shop_refund", input, { as: "reader-token", person: yes });
      return refused(answer) && shop.done("refund", orderId).length === 0;
    },
  },
  {
    says: "lists a caller only the tools that it may call",
    async ok(shop) {
      const names = (await (await shop.connect("reader-token")).list()).map(({ name }) => name);
      return names.includes("shop_order") && !names.includes("shop_refund");
    },
  },
];
