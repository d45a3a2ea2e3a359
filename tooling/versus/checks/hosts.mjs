import { newOrder, refused } from "./calls.mjs";

/** What hosts read. */
export const hosts = [
  {
    says: "lists all four hints of every tool",
    async ok(shop) {
      const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];
      const tools = await (await shop.connect()).list();
      return tools.every(({ annotations }) =>
        hints.every((hint) => typeof annotations?.[hint] === "boolean"),
      );
    },
  },
  {
    says: "uses names that OpenAI and Anthropic take",
    async ok(shop) {
      const tools = await (await shop.connect()).list();
      return tools.every(({ name }) => /^[a-zA-Z0-9_-]{1,64}$/.test(name));
    },
  },
  {
    says: "has a dry run that a host may call without asking",
    async ok(shop) {
      const tools = await (await shop.connect()).list();
      const plan = tools.find(({ name, annotations }) => /plan|dry/.test(name) && annotations?.readOnlyHint);
      if (!plan) return false;
      const orderId = newOrder();
      const answer = await shop.call(plan.name, { orderId, cents: 100 });
      return !refused(answer) && shop.done("refund", orderId).length === 0;
    },
  },
];
