// The five tools on mcp-use (server), as its documentation shows them.
import { OAuthError, OAuthErrorCode } from "@modelcontextprotocol/server";
import { MCPServer, acceptedContent, createRequestStateCodec, inputRequired } from "mcp-use";
import { oauthCustomProvider } from "mcp-use/oauth";
import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
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

const state = createRequestStateCodec({ key: randomBytes(32) });
const server = new MCPServer({
  name: "shop",
  version: "1.0.0",
  host: "127.0.0.1",
  oauth,
  requestState: { verify: state.verify },
});

const scopes = {
  shop_order: "orders:read",
  shop_refund: "payments:refund",
  shop_mail: "mail:send",
  shop_erase: "customers:erase",
  shop_reviews: "reviews:read",
};
const may = (name, { auth }) => auth.scopes.includes(scopes[name]);
server.use("mcp:tools/list", async (context, next) =>
  (await next()).filter(({ name }) => may(name, context)),
);
server.use("mcp:tools/call", async (context, next) =>
  may(context.params.name, context) ? await next() : failure("insufficient scope"),
);

const confirmation = z.object({ confirm: z.boolean() });
const phrase = z.object({ phrase: z.string() });

/** The question, whose answer counts for these arguments of this caller only. */
const ask = async (message, requestedSchema, input, { auth }) =>
  inputRequired({
    inputRequests: { answer: inputRequired.elicit({ message, requestedSchema }) },
    requestState: await state.mint({ input, caller: auth.user.id }),
  });
/** What the person answered about these very arguments; undefined if they were not asked yet. */
const answerTo = ({ requestState, inputResponses, auth }, input, schema) =>
  isDeepStrictEqual(requestState(), { input, caller: auth.user.id })
    ? (acceptedContent(inputResponses, "answer", schema) ?? {})
    : undefined;
const result = (value) => ({
  content: [{ type: "text", text: JSON.stringify(value) }],
  structuredContent: value,
});
const failure = (text) => ({ content: [{ type: "text", text }], isError: true });

server.tool(
  {
    name: "shop_order",
    description: "Returns an order.",
    inputSchema: z.strictObject({ orderId: z.string() }),
    outputSchema: z.object({ orderId: z.string(), cents: z.int().min(0), customer: z.string() }),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  async ({ orderId }) => {
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
  async (input, context) => {
    const { orderId, cents } = input;
    const answer = answerTo(context, input, confirmation);
    if (!answer) return ask(`Refund ${cents} cents of order ${orderId}?`, confirmation, input, context);
    if (!answer.confirm) return failure("declined");
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
  async (input, context) => {
    const answer = answerTo(context, input, confirmation);
    if (!answer) return ask(`Send an email to ${input.to}?`, confirmation, input, context);
    if (!answer.confirm) return failure("declined");
    return result(shop.send(input.to));
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
  async (input, context) => {
    const { customer } = input;
    const answer = answerTo(context, input, phrase);
    if (!answer) return ask(`Type \`erase ${customer}\` to erase this customer.`, phrase, input, context);
    if (answer.phrase !== `erase ${customer}`) return failure("declined");
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
  async ({ query, limit }) => result(shop.reviews(query, limit)),
);

await server.listen(Number(port));
