import { newOrder, refused } from "./calls.mjs";

const takes = ({ inputSchema }, name) => Object.hasOwn(inputSchema.properties ?? {}, name);

/** What hosts read. */
export const hosts = [
  {
    says: "lists all four hints of every tool",
    needs: "server",
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
    needs: "server",
    async ok(shop) {
      const tools = await (await shop.connect()).list();
      const readers = tools.filter(({ annotations }) => annotations?.readOnlyHint === true);
      for (const { name } of readers.filter((tool) => takes(tool, "cents"))) {
        const orderId = newOrder();
        const answer = await shop.call(name, { orderId, cents: 100 });
        if (!refused(answer) && shop.done("refund", orderId).length === 0) return true;
      }
      return false;
    },
  },
];
