// The five tools on fastmcp (TypeScript), as its documentation shows them.
import { FastMCP, UserError, requireScopes } from "fastmcp";
import { z } from "zod";
import { callers, openShop } from "../../shop.mjs";

const [file, port] = process.argv.slice(2);
const shop = openShop(file);

const server = new FastMCP({
  name: "shop",
  version: "1.0.0",
  authenticate(request) {
    const caller = callers[request.headers.authorization?.replace("Bearer ", "")];
    if (!caller || caller.isExpired) throw new Response(null, { status: 401, statusText: "Unauthorized" });
    return { id: caller.id, scopes: caller.scopes };
  },
});

async function confirm({ elicit }, message) {
  const requestedSchema = {
    type: "object",
    properties: { confirm: { type: "boolean" } },
    required: ["confirm"],
  };
  const { action, content } = await elicit({ message, requestedSchema });
  if (action !== "accept" || content?.confirm !== true) throw new UserError("declined");
}

server.addTool({
  name: "shop_order",
  description: "Returns an order.",
  parameters: z.strictObject({ orderId: z.string() }),
  outputSchema: z.object({ orderId: z.string(), cents: z.int().min(0), customer: z.string() }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  canAccess: requireScopes("orders:read"),
  timeoutMs: 2_000,
  async execute({ orderId }) {
    const order = shop.order(orderId);
    if (!order)
      throw new UserError(`order ${orderId} not found`, { code: "order_not_found", retryable: false });
    return order;
  },
});

server.addTool({
  name: "shop_refund",
  description: "Refunds an order. A person confirms.",
  parameters: z.strictObject({
    orderId: z.string(),
    cents: z.int().min(1).max(100_000),
    note: z.string().optional(),
  }),
  outputSchema: z.object({ refundId: z.string() }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  canAccess: requireScopes("payments:refund"),
  timeoutMs: 2_000,
  async execute({ orderId, cents }, context) {
    await confirm(context, `Refund ${cents} cents of order ${orderId}?`);
    return await shop.refund(orderId, cents);
  },
});

server.addTool({
  name: "shop_mail",
  description: "Sends an email. A person confirms.",
  parameters: z.strictObject({ to: z.email(), body: z.string() }),
  outputSchema: z.object({ messageId: z.string() }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  canAccess: requireScopes("mail:send"),
  timeoutMs: 2_000,
  async execute({ to }, context) {
    await confirm(context, `Send an email to ${to}?`);
    return shop.send(to);
  },
});

server.addTool({
  name: "shop_erase",
  description: "Erases a customer. A person types a phrase.",
  parameters: z.strictObject({ customer: z.string() }),
  outputSchema: z.object({ erased: z.boolean() }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  canAccess: requireScopes("customers:erase"),
  timeoutMs: 2_000,
  async execute({ customer }, { elicit }) {
    const { action, content } = await elicit({
      message: `Type \`erase ${customer}\` to erase this customer.`,
      requestedSchema: { type: "object", properties: { phrase: { type: "string" } }, required: ["phrase"] },
    });
    if (action !== "accept" || content?.phrase !== `erase ${customer}`) throw new UserError("declined");
    return shop.erase(customer);
  },
});

server.addTool({
  name: "shop_reviews",
  description: "Searches reviews.",
  parameters: z.strictObject({ query: z.string(), limit: z.int().min(1).max(50).default(3) }),
  outputSchema: z.object({ reviews: z.array(z.string()) }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  canAccess: requireScopes("reviews:read"),
  timeoutMs: 2_000,
  execute: async ({ query, limit }) => shop.reviews(query, limit),
});

await server.start({ transportType: "httpStream", httpStream: { port: Number(port), host: "127.0.0.1" } });
