// The five tools on the low-level parts of MCP's own TypeScript SDK 2.x, as its documentation shows them.
import { serve } from "@hono/node-server";
import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  McpServer,
  OAuthError,
  OAuthErrorCode,
  acceptedContent,
  createMcpHandler,
  createRequestStateCodec,
  inputRequired,
  requireBearerAuth,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { callers, openShop } from "../../shop.mjs";

const [file, port] = process.argv.slice(2);
const shop = openShop(file);

const confirmation = z.object({ confirm: z.boolean() });
const phrase = z.object({ phrase: z.string() });

const state = createRequestStateCodec({
  key: randomBytes(32),
  bind: ({ mcpReq, http }) => `${mcpReq.method} ${http?.authInfo?.clientId}`,
});

/** The question, whose answer counts for these arguments of this caller only. */
const ask = async (message, requestedSchema, input, context) =>
  inputRequired({
    inputRequests: { answer: inputRequired.elicit({ message, requestedSchema }) },
    requestState: await state.mint(input, context),
  });
/** What the person answered about these very arguments; undefined if they were not asked yet. */
const answerTo = ({ mcpReq }, input, schema) =>
  isDeepStrictEqual(mcpReq.requestState(), input)
    ? (acceptedContent(mcpReq.inputResponses, "answer", schema) ?? {})
    : undefined;
const result = (value) => ({
  content: [{ type: "text", text: JSON.stringify(value) }],
  structuredContent: value,
});
const failure = (text) => ({ content: [{ type: "text", text }], isError: true });

function addOrders(register) {
  register(
    "orders:read",
    "shop_order",
    {
      description: "Returns an order.",
      inputSchema: z.strictObject({ orderId: z.string() }),
      outputSchema: z.object({ orderId: z.string(), cents: z.int().min(0), customer: z.string() }),
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    ({ orderId }) => {
      const order = shop.order(orderId);
      return order ? result(order) : failure(`order ${orderId} not found`);
    },
  );
  register(
    "payments:refund",
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
    },
    async (input, context) => {
      const { orderId, cents } = input;
      const answer = answerTo(context, input, confirmation);
      if (!answer) return ask(`Refund ${cents} cents of order ${orderId}?`, confirmation, input, context);
      if (!answer.confirm) return failure("declined");
      return result(await shop.refund(orderId, cents));
    },
  );
}

function addOthers(register) {
  register(
    "mail:send",
    "shop_mail",
    {
      description: "Sends an email. A person confirms.",
      inputSchema: z.strictObject({ to: z.email(), body: z.string() }),
      outputSchema: z.object({ messageId: z.string() }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    },
    (input, context) => {
      const answer = answerTo(context, input, confirmation);
      if (!answer) return ask(`Send an email to ${input.to}?`, confirmation, input, context);
      if (!answer.confirm) return failure("declined");
      return result(shop.send(input.to));
    },
  );
  register(
    "customers:erase",
    "shop_erase",
    {
      description: "Erases a customer. A person types a phrase.",
      inputSchema: z.strictObject({ customer: z.string() }),
      outputSchema: z.object({ erased: z.boolean() }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    (input, context) => {
      const { customer } = input;
      const answer = answerTo(context, input, phrase);
      if (!answer) return ask(`Type \`erase ${customer}\` to erase this customer.`, phrase, input, context);
      if (answer.phrase !== `erase ${customer}`) return failure("declined");
      return result(shop.erase(customer));
    },
  );
  register(
    "reviews:read",
    "shop_reviews",
    {
      description: "Searches reviews.",
      inputSchema: z.strictObject({ query: z.string(), limit: z.int().min(1).max(50).default(3) }),
      outputSchema: z.object({ reviews: z.array(z.string()) }),
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    },
    ({ query, limit }) => result(shop.reviews(query, limit)),
  );
}

/** A server for each request, with the tools that its caller may call. */
function createServer({ authInfo }) {
  const server = new McpServer(
    { name: "shop", version: "1.0.0" },
    { requestState: { verify: state.verify } },
  );
  const register = (scope, ...tool) => authInfo.scopes.includes(scope) && server.registerTool(...tool);
  addOrders(register);
  addOthers(register);
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
