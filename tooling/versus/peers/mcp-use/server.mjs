// The five tools on mcp-use (server), as its documentation shows them.
import { acceptedContent, inputRequired, OAuthError, OAuthErrorCode } from "@modelcontextprotocol/server";
import { MCPServer } from "mcp-use";
import { oauthCustomProvider } from "mcp-use/oauth";
import { z } from "zod";
import { callers, openShop } from "../../shop.mjs";

const [file, port] = process.argv.slice(2);
const shop = openShop(file);

const oauth = oauthCustomProvider({
  resource: `http://127.0.0.1:${port}/mcp`,
  oauthMetadata: {
    issuer: "http://127.0.0.1:9/",
    authorization_endpoint: "http://127.0.0.1:9/authorize",
    token_endpoint: "http://127.0.0.1:9/token",
    response_types_supported: ["code"],
  },
  createTokenVerifier: (resource) => ({
    async verifyAccessToken(token) {
      const caller = callers[token];
      if (!caller) throw new OAuthError(OAuthErrorCode.InvalidToken, "unknown token");
      const expiresAt = Math.floor(Date.now() / 1_000) + (caller.isExpired ? -60 : 3_600);
      return { token, clientId: caller.id, scopes: caller.scopes, expiresAt, resource };
    },
  }),
  mapAuthInfo: ({ clientId, scopes }) => ({ user: { id: clientId }, payload: {}, permissions: scopes }),
});

const server = new MCPServer({ name: "shop", version: "1.0.0", host: "127.0.0.1", oauth });

const confirmation = z.object({ confirm: z.boolean() });
const phrase = z.object({ phrase: z.string() });

const ask = (message, requestedSchema) =>
  inputRequired({ inputRequests: { answer: inputRequired.elicit({ message, requestedSchema }) } });
const result = (value) => ({
  content: [{ type: "text", text: JSON.stringify(value) }],
  structuredContent: value,
});
const failure = (text) => ({ content: [{ type: "text", text }], isError: true });
const may = (scope, { auth }) => auth.scopes.includes(scope);
const forbidden = () => failure("insufficient scope");

server.tool(
  {
    name: "shop_order",
    description: "Returns an order.",
    inputSchema: z.strictObject({ orderId: z.string() }),
    outputSchema: z.object({ orderId: z.string(), cents: z.int().min(0), customer: z.string() }),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  async ({ orderId }, context) => {
    if (!may("orders:read", context)) return forbidden();
    const order = shop.order(orderId);
    return order ? result(order) : failure(`order ${orderId} not found`);
  },
);

server.tool(
  {
    name: "shop_refund",
    description: "Refunds an order. A person confirms.",
    inputSchema: z.strictObject({
      orderId: z.string(),
      cents: z.int().min(1).max(100_000),
      note: z.string().optional(),
    }),
    outputSchema: z.object({ refundId: z.string() }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  },
  async ({ orderId, cents }, context) => {
    if (!may("payments:refund", context)) return forbidden();
    const answer = acceptedContent(context.inputResponses, "answer", confirmation);
    if (context.inputResponses && !answer?.confirm) return failure("declined");
    if (!answer) return ask(`Refund ${cents} cents of order ${orderId}?`, confirmation);
    return result(await shop.refund(orderId, cents));
  },
);

server.tool(
  {
    name: "shop_mail",
    description: "Sends an email. A person confirms.",
    inputSchema: z.strictObject({ to: z.email(), body: z.string() }),
    outputSchema: z.object({ messageId: z.string() }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  },
  async ({ to }, context) => {
    if (!may("mail:send", context)) return forbidden();
    const answer = acceptedContent(context.inputResponses, "answer", confirmation);
    if (context.inputResponses && !answer?.confirm) return failure("declined");
    if (!answer) return ask(`Send an email to ${to}?`, confirmation);
    return result(shop.send(to));
  },
);

server.tool(
  {
    name: "shop_erase",
    description: "Erases a customer. A person types a phrase.",
    inputSchema: z.strictObject({ customer: z.string() }),
    outputSchema: z.object({ erased: z.boolean() }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  },
  async ({ customer }, context) => {
    if (!may("customers:erase", context)) return forbidden();
    const answer = acceptedContent(context.inputResponses, "answer", phrase);
    if (context.inputResponses && answer?.phrase !== `erase ${customer}`) return failure("declined");
    if (!answer) return ask(`Type \`erase ${customer}\` to erase this customer.`, phrase);
    return result(shop.erase(customer));
  },
);

server.tool(
  {
    name: "shop_reviews",
    description: "Searches reviews.",
    inputSchema: z.strictObject({ query: z.string(), limit: z.int().min(1).max(50).default(3) }),
    outputSchema: z.object({ reviews: z.array(z.string()) }),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  },
  async ({ query, limit }, context) =>
    may("reviews:read", context) ? result(shop.reviews(query, limit)) : forbidden(),
);

await server.listen(Number(port));
