// The five tools on Vercel's AI SDK, as its documentation shows them. They run inside the agent's own program.
import { tool } from "ai";
import { z } from "zod";

/** The tools that the caller may call. */
export function createTools(shop, caller) {
  const tools = {
    shop_order: tool({
      description: "Returns an order.",
      inputSchema: z.strictObject({ orderId: z.string() }),
      outputSchema: z.object({ orderId: z.string(), cents: z.int().min(0), customer: z.string() }),
      async execute({ orderId }) {
        const order = shop.order(orderId);
        if (!order) throw new Error(`order ${orderId} not found`);
        return order;
      },
    }),
    shop_refund: tool({
      description: "Refunds an order. A person confirms.",
      inputSchema: z.strictObject({
        orderId: z.string(),
        cents: z.int().min(1).max(100_000),
        note: z.string().optional(),
      }),
      outputSchema: z.object({ refundId: z.string() }),
      async execute({ orderId, cents }) {
        return await shop.refund(orderId, cents);
      },
    }),
    shop_mail: tool({
      description: "Sends an email. A person confirms.",
      inputSchema: z.strictObject({ to: z.email(), body: z.string() }),
      outputSchema: z.object({ messageId: z.string() }),
      async execute({ to }) {
        return shop.send(to);
      },
    }),
    shop_erase: tool({
      description: "Erases a customer. A person confirms.",
      inputSchema: z.strictObject({ customer: z.string() }),
      outputSchema: z.object({ erased: z.boolean() }),
      async execute({ customer }) {
        return shop.erase(customer);
      },
    }),
    shop_reviews: tool({
      description: "Searches reviews.",
      inputSchema: z.strictObject({ query: z.string(), limit: z.int().min(1).max(50).default(3) }),
      outputSchema: z.object({ reviews: z.array(z.string()) }),
      async execute({ query, limit }) {
        return shop.reviews(query, limit);
      },
    }),
  };
  return Object.fromEntries(Object.entries(tools).filter(([name]) => caller.scopes.includes(scopes[name])));
}

const scopes = {
  shop_order: "orders:read",
  shop_refund: "payments:refund",
  shop_mail: "mail:send",
  shop_erase: "customers:erase",
  shop_reviews: "reviews:read",
};

export const timeout = { toolMs: 2_000 };

/** The AI SDK asks for approval with the call's arguments; what the person is shown is the application's. */
export const toolApproval = {
  shop_refund: "user-approval",
  shop_mail: "user-approval",
  shop_erase: "user-approval",
};
