import type { BackofficeClient } from "@backoffice/client";
import type { McpConnection } from "@proviso/client";
import { viewResult } from "../view/result.ts";
import { DemoFailure } from "./demo-failure.ts";
import type { DemoStep } from "./step.ts";

const refundAmount = { cents: 1_250, currency: "EUR" } as const;

export const refundPaidOnce: DemoStep = {
  title: "A refund is retried, and paid once",
  text: "The server pays the refund, and then we lose its answer on the way. The guard may repeat the call, because the contract makes that safe: under the same key nothing is paid twice.",
  async run({ mia, open, transcript, person, check }) {
    const order = await findOrder(mia.client);
    const input = { orderId: order.orderId, amount: refundAmount, reason: "damaged" } as const;
    transcript.call("Mia", "orders.refund", input);
    person.willAnswer({ approves: true, brief: true });
    let sent = 0;
    const flaky = await open("mia", (connection) => losesFirstAnswer(connection, () => (sent += 1)));
    const result = await flaky.client.orders.refund(input, { idempotencyKey: "demo-refund-1" });
    transcript.shown(viewResult(result));
    check("The call was sent twice.", sent === 2);
    check("The second answer is the stored first one.", result.ok && result.replayed);
    const after = await findOrder(mia.client, order.orderId);
    check("12.50 EUR went back, once.", after.refunded.cents - order.refunded.cents === refundAmount.cents);
  },
};

/** The refunded order, or the first that can be refunded. */
async function findOrder(client: BackofficeClient, orderId?: string) {
  const orders = await client.orders.list({ status: "delivered", pageSize: 100 });
  const found =
    orders.ok && orders.value.orders.find((order) => orderId === undefined || order.orderId === orderId);
  if (!found) throw new DemoFailure("There is an order to refund.");
  return found;
}

/** A connection that loses the first response to a refund after the server has done its work. */
function losesFirstAnswer(connection: McpConnection, count: () => number): McpConnection {
  return {
    ...connection,
    async callTool(call, options) {
      // What the client plans with is another tool.
      const isFirst = call.name === "orders_refund" && count() === 1;
      const answer = await connection.callTool(call, options);
      if (isFirst) throw new Error("the connection broke");
      return answer;
    },
  };
}
