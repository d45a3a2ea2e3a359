import { setTimeout as sleep } from "node:timers/promises";
import { yes, isUncertain, newOrder, refused, refund } from "./calls.mjs";

/** Limits and ends. */
export const limits = [
  {
    says: "refunds at most 20 times a minute",
    fresh: true,
    async ok(shop) {
      for (let i = 0; i < 25; i++) await refund(shop, newOrder());
      const { length } = shop.done("refund");
      return length > 0 && length <= 20;
    },
  },
  {
    says: "answers after two seconds if the payment hangs",
    async ok(shop) {
      const start = performance.now();
      const answer = await refund(shop, "ord_slow1", yes, 50);
      return refused(answer) && performance.now() - start < 3_500;
    },
  },
  {
    says: "says of a payment that hung that it may have been made",
    ok: async (shop) => isUncertain(await refund(shop, "ord_slow2", yes, 51)),
  },
  {
    says: "finishes a running refund and answers it when it is told to stop",
    needs: "server",
    fresh: true,
    async ok(shop) {
      const orderId = newOrder();
      await shop.connect("agent-token", yes);
      const running = refund(shop, orderId);
      for (let i = 0; i < 500 && shop.done("refund started", orderId).length === 0; i++) await sleep(10);
      const code = await Promise.race([shop.kill("SIGTERM"), sleep(10_000)]);
      const answer = await running;
      return code === 0 && !refused(answer) && shop.done("refund", orderId).length === 1;
    },
  },
];
