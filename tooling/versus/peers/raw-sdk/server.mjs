// The five tools on the low-level parts of MCP's own TypeScript SDK 2.x, as its documentation shows them.
import { serve } from "@hono/node-server";
import {
  McpServer,
  OAuthError,
  OAuthErrorCode,
  acceptedContent,
  createMcpHandler,
  inputRequired,
  requireBearerAuth,
  requireScopes,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { callers, openShop } from "../../shop.mjs";

const [file, port] = process.argv.slice(2);
const shop = openShop(file);

const confirmation = z.object({ confirm: z.boolean() });
const phrase = z.object({ phrase: z.string() });

const ask = (message, requestedSchema) =>
  inputRequired({ inputRequests: { answer: inputRequired.elicit({ message, requestedSchema }) } });
const result = (value) => ({
  content: [{ type: "text", text: JSON.stringify(value) }],
  structuredContent: value,
});
const failure = (text) => ({ content: [{ type: "text", text }], isError: true });

function addOrders(server) {
  server.registerTool(
    "shop_order",
    {
      description: "Returns an order.",
      inputSchema: z.strictObject({ orderId: z.string() }),
      outputSchema: z.object({ orderId: z.string(), cents: z.int().min(0), customer: z.string() }),
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      scopeChallenge: requireScopes("orders:read"),
    },
    ({ orderId }) => {
      const order = shop.order(orderId);
      return order ? result(order) : failure(`order ${orderId} not found`);
    },
  );
  server.registerTool(
    "shop_refund",
    {
      description: "Refunds an order. A person confirms.",
      inputSchema: z.strictObject({
        orderId: z.string(),
        cents: z.int().min(1).max(100_000),
        note: z.string().optional(),
      }),
      outputSchema: z.object({ refundId: z.string() }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
      scopeChallenge: requireScopes("payments:refund"),
    },
    async ({ orderId, cents }, context) => {
      const answer = acceptedContent(context.mcpReq.inputResponses, "answer", confirmation);
      if (context.mcpReq.inputResponses && !answer?.confirm) return failure("declined");
      if (!answer) return ask(`Refund ${cents} cents of order ${orderId}?`, confirmation);
      return result(await shop.refund(orderId, cents));
    },
  );
}

function addOthers(server) {
  server.registerTool(
    "shop_mail",
    {
      description: "Sends an email. A person confirms.",
      inputSchema: z.strictObject({ to: z.email(), body: z.string() }),
      outputSchema: z.object({ messageId: z.string() }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
      scopeChallenge: requireScopes("mail:send"),
    },
    ({ to }, context) => {
      const answer = acceptedContent(context.mcpReq.inputResponses, "answer", confirmation);
      if (context.mcpReq.inputResponses && !answer?.confirm) return failure("declined");
      if (!answer) return ask(`Send an email to ${to}?`, confirmation);
      return result(shop.send(to));
    },
  );
  server.registerTool(
    "shop_erase",
    {
      description: "Erases a customer. A person types a phrase.",
      inputSchema: z.strictObject({ customer: z.string() }),
      outputSchema: z.object({ erased: z.boolean() }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
      scopeChallenge: requireScopes("customers:erase"),
    },
    ({ customer }, context) => {
      const answer = acceptedContent(context.mcpReq.inputResponses, "answer", phrase);
      if (context.mcpReq.inputResponses && answer?.phrase !== `erase ${customer}`) return failure("declined");
      if (!answer) return ask(`Type \`erase ${customer}\` to erase this customer.`, phrase);
      return result(shop.erase(customer));
    },
  );
  server.registerTool(
    "shop_reviews",
    {
      description: "Searches reviews.",
      inputSchema: z.strictObject({ query: z.string(), limit: z.int().min(1).max(50).default(3) }),
      outputSchema: z.object({ reviews: z.array(z.string()) }),
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      scopeChallenge: requireScopes("reviews:read"),
    },
    ({ query, limit }) => result(shop.reviews(query, limit)),
  );
}

function createServer() {
  const server = new McpServer({ name: "shop", version: "1.0.0" });
  addOrders(server);
  addOthers(server);
  return server;
}

const verifier = {
  async verifyAccessToken(token) {
    const caller = callers[token];
    if (!caller) throw new OAuthError(OAuthErrorCode.InvalidToken, "unknown token");
    const now = Math.floor(Date.now() / 1_000);
    return {
      token,
      clientId: caller.id,
      scopes: caller.scopes,
      expiresAt: now + (caller.isExpired ? -60 : 3_600),
    };
  },
};

const handler = createMcpHandler(createServer);
const gate = requireBearerAuth({ verifier });
serve({
  port: Number(port),
  hostname: "127.0.0.1",
  async fetch(request) {
    const authInfo = await gate(request);
    return authInfo instanceof Response ? authInfo : handler.fetch(request, { authInfo });
  },
});
