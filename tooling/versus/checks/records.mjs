import { yes, newOrder, refund } from "./calls.mjs";

/** Records. */
export const records = [
  {
    says: "records who refunded what",
    fresh: true,
    async ok(shop) {
      await refund(shop, newOrder());
      const trail = await shop.contender.trail?.(shop.database);
      return (
        trail?.records.some(
          ({ tool, principal, outcome }) =>
            tool === "shop.refund" && principal?.id === "agent" && outcome === "completed",
        ) ?? false
      );
    },
  },
  {
    says: "records a refused call",
    fresh: true,
    async ok(shop) {
      await shop.call(
        "shop_refund",
        { orderId: newOrder(), cents: 100 },
        { as: "reader-token", person: yes },
      );
      const trail = await shop.contender.trail?.(shop.database);
      return (
        trail?.records.some(
          ({ principal, outcome }) => principal?.id === "reader" && outcome !== "completed",
        ) ?? false
      );
    },
  },
  {
    says: "has recorded the intent before the payment, even if it is killed",
    fresh: true,
    crash: true,
    async ok(shop) {
      await refund(shop, newOrder());
      await shop.kill();
      const trail = await shop.contender.trail?.(shop.database);
      return trail?.records.some(({ tool, kind }) => tool === "shop.refund" && kind === "intent") ?? false;
    },
  },
  {
    says: "notices that somebody changed a record",
    fresh: true,
    async ok(shop) {
      await refund(shop, newOrder());
      await shop.kill("SIGTERM");
      const trail = await shop.contender.trail?.(shop.database);
      return (await trail?.noticesChange()) ?? false;
    },
  },
];
