import { yes, no, empty, typing, newOrder, refused, refund, askOnly, answersTo } from "./calls.mjs";

/** Asking a person. */
export const people = [
  {
    says: "does nothing if the client cannot ask a person",
    async ok(shop) {
      const orderId = newOrder();
      return refused(await refund(shop, orderId, null)) && shop.done("refund", orderId).length === 0;
    },
  },
  {
    says: "does nothing if the person says no",
    async ok(shop) {
      const orderId = newOrder();
      return refused(await refund(shop, orderId, no)) && shop.done("refund", orderId).length === 0;
    },
  },
  {
    says: "pays once if the person says yes",
    async ok(shop) {
      const orderId = newOrder();
      return !refused(await refund(shop, orderId)) && shop.done("refund", orderId).length === 1;
    },
  },
  {
    says: "shows the person the order and the amount",
    async ok(shop) {
      const orderId = newOrder();
      const { asked } = await refund(shop, orderId, no);
      return asked.length === 1 && asked[0].includes(orderId) && asked[0].includes("4200");
    },
  },
  {
    says: "does not erase a customer on a bare yes: a phrase is typed",
    async ok(shop) {
      await shop.call("shop_erase", { customer: "bare" }, { as: "admin-token", person: empty });
      return shop.done("erase", "bare").length === 0;
    },
  },
  {
    says: "does not erase a customer on another phrase",
    async ok(shop) {
      await shop.call("shop_erase", { customer: "other" }, { as: "admin-token", person: typing("go on") });
      return shop.done("erase", "other").length === 0;
    },
  },
  {
    says: "asks nobody about a call that the caller may not make",
    async ok(shop) {
      const input = { orderId: newOrder(), cents: 100 };
      return (await shop.call("shop_refund", input, { as: "reader-token", person: yes })).asked.length === 0;
    },
  },
  {
    says: "asks nobody about arguments that are not valid",
    ok: async (shop) => (await refund(shop, newOrder(), yes, -5)).asked.length === 0,
  },
  {
    says: "ignores an answer to a question that was never asked",
    async ok(shop) {
      const orderId = newOrder();
      const known = await askOnly(shop, "shop_refund", { orderId: newOrder(), cents: 100 });
      if (!known) return true;
      const forged = { inputResponses: answersTo(known.requests) };
      await known.connection.call("shop_refund", { orderId, cents: 100 }, forged);
      return shop.done("refund", orderId).length === 0;
    },
  },
  {
    says: "does not take a yes to 1.00 as a yes to 999.00",
    async ok(shop) {
      const orderId = newOrder();
      const asked = await askOnly(shop, "shop_refund", { orderId, cents: 100 });
      if (!asked) return true;
      const answer = { inputResponses: answersTo(asked.requests), requestState: asked.state };
      await asked.connection.call("shop_refund", { orderId, cents: 99_900 }, answer);
      return shop.done("refund", orderId).length === 0;
    },
  },
  {
    says: "counts a yes once",
    async ok(shop) {
      const orderId = newOrder();
      const asked = await askOnly(shop, "shop_refund", { orderId, cents: 100 });
      if (!asked) return true;
      const answer = { inputResponses: answersTo(asked.requests), requestState: asked.state };
      for (let i = 0; i < 2; i++) await asked.connection.call("shop_refund", { orderId, cents: 100 }, answer);
      return shop.done("refund", orderId).length === 1;
    },
  },
];
