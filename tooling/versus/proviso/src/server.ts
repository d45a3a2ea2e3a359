// The five tools on Proviso: what they do is here, everything else is in contracts/shop.yaml.
import { sqliteState } from "@proviso/trail";
import { dirname, join } from "node:path";
import { callers, openShop } from "../../shop.mjs";
import { createShopServer, type Handlers } from "./generated/server/index.ts";

const [file = "", port] = process.argv.slice(2);
const shop = openShop(file);

const handlers: Handlers<object> = {
  shop: {
    order({ orderId }, { fail }) {
      const order = shop.order(orderId);
      if (!order) throw fail.orderMissing();
      return order;
    },
    refund: {
      plan: ({ cents }) => ({ cents }),
      execute: ({ orderId, cents }) => shop.refund(orderId, cents),
    },
    mail: ({ to }) => shop.send(to),
    erase: ({ customer }) => shop.erase(customer),
    reviews: ({ query, limit }) => shop.reviews(query, limit),
  },
};

const app = createShopServer({
  handlers,
  visible: ({ permissions }, caller) => permissions.every((each) => caller?.permissions.includes(each)),
  ...sqliteState(join(dirname(file), "proviso")),
});
await app.serve({
  http: Number(port),
  authenticate({ headers }) {
    const caller = callers[headers.authorization?.replace("Bearer ", "") ?? ""];
    if (!caller) return undefined;
    const expiresAt = Date.now() / 1_000 + (caller.isExpired ? -60 : 3_600);
    return { id: caller.id, kind: "agent", permissions: caller.scopes, expiresAt };
  },
});
