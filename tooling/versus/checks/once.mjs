import { yes, isUncertain, newOrder, many, refund, crashThenRepeat } from "./calls.mjs";

/** Once. */
export const once = [
  {
    says: "pays once for fifty equal refunds at once",
    fresh: true,
    headline: "fifty",
    async ok(shop) {
      const orderId = newOrder();
      await shop.connect("agent-token", yes);
      await many(50, () => refund(shop, orderId));
      this.seen = shop.done("refund", orderId).length;
      return this.seen === 1;
    },
  },
  {
    says: "pays once if the answer is lost and the call is repeated",
    async ok(shop) {
      const orderId = newOrder();
      for (let i = 0; i < 2; i++) await refund(shop, orderId);
      return shop.done("refund", orderId).length === 1;
    },
  },
  {
    says: "pays once if it is killed after the payment and the call is repeated",
    fresh: true,
    crash: true,
    headline: "killed",
    async ok(shop) {
      const { orderId } = await crashThenRepeat(shop);
      this.seen = shop.done("refund", orderId).length;
      return this.seen === 1;
    },
  },
  {
    says: "says then that the first call was interrupted, instead of success or failure",
    fresh: true,
    crash: true,
    async ok(shop) {
      const { second } = await crashThenRepeat(shop);
      return isUncertain(second);
    },
  },
  {
    says: "pays once if two processes over the same data get the call",
    fresh: true,
    async ok(shop) {
      const orderId = newOrder();
      const other = await shop.sibling();
      await many(20, (i) => refund(i % 2 === 0 ? shop : other, orderId));
      return shop.done("refund", orderId).length === 1;
    },
  },
];
